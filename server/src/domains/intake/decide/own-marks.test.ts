import { afterAll, beforeAll, expect, test } from "vitest";
import { newId } from "../../../platform/db/ids.ts";
import { type MailAtDesk, mailAtDesk } from "../../../testing/mail-at-desk.ts";
import { type TestTenant, testMailDomain } from "../../../testing/make-test-tenant.ts";
import { type Desk, openDesk } from "../../../testing/open-desk.ts";
import { loopHeader, loopMark, mailKey, newMailMessageId, replyAddress } from "../../outgoing/index.ts";

let desk: Desk;
let store: TestTenant;
let key: Buffer;
let at: MailAtDesk;

beforeAll(async () => {
  desk = await openDesk({ roles: [] });
  store = await desk.makeTenant();
  key = mailKey(desk.services.settings.secret);
  at = mailAtDesk(desk, store);
});
afterAll(() => desk.stop());

async function openTicket() {
  const { ticket_id: ticketId } = await at.send({});
  const { mailMessageId: ourId } = await at.agentMessage(key, ticketId);
  const address = replyAddress(key, testMailDomain, { clientCode: store.clientCode, ticketId: ticketId ?? "" });
  return { ticketId, ourId, address };
}

const otherSign = (text: string) => text.replace(/.@/, (last) => (last === "a@" ? "b@" : "a@"));
const stranger = "colleague@work.example";

/** What programs do to our ids in transit. */
const altered: [string, (id: string) => string][] = [
  ["without its last character", (id) => id.replace(/.@/, "@")],
  ["without its signature", (id) => id.replace(/\.[^.@]*@/, "@")],
  ["with another sign", otherSign],
  ["with text after it", (id) => id.replace("@", ".x@")],
  ["cut before its domain ends", (id) => id.slice(0, -4)],
  ["cut at 60 characters", (id) => id.slice(0, 60)],
];

test.each(altered)("joins by our Message-ID beside a copy of it %s", async (_, alter) => {
  const { ticketId, ourId } = await openTicket();
  const headers = [`In-Reply-To: <${alter(ourId)}>`, `References: <${alter(ourId)}> <${ourId}>`];
  expect(await at.send({ from: stranger, headers })).toMatchObject({ state: "reply_added", ticket_id: ticketId });
});

test.each(altered)("joins by the signed reply address with a copy of our Message-ID %s", async (_, alter) => {
  const { ticketId, ourId, address } = await openTicket();
  const mail = { from: stranger, to: address, headers: [`References: <${alter(ourId)}>`] };
  expect(await at.send(mail)).toMatchObject({ state: "reply_added", ticket_id: ticketId });
});

test.each([5, 20, 40])("restores our Message-ID folded after %i characters", async (length) => {
  const { ticketId, ourId } = await openTicket();
  const headers = [`References: <${ourId.slice(0, length)}\r\n ${ourId.slice(length)}>`];
  expect(await at.send({ from: stranger, headers })).toMatchObject({ state: "reply_added", ticket_id: ticketId });
});

test.each(altered)("does not join by only a copy of our Message-ID %s", async (name, alter) => {
  const { ourId } = await openTicket();
  const { state } = await at.send({ from: stranger, headers: [`References: <${alter(ourId)}>`] });
  expect(state).toBe(name === "with another sign" ? "quarantined" : "ticket_created");
});

test("takes a reply address with a wrong signature for forged, unless another mark is valid", async () => {
  const { ticketId, ourId, address } = await openTicket();
  expect((await at.send({ from: stranger, to: otherSign(address) })).state).toBe("quarantined");
  const mail = { from: stranger, to: otherSign(address), headers: [`References: <${ourId}>`] };
  expect(await at.send(mail)).toMatchObject({ state: "reply_added", ticket_id: ticketId });
});

test("does not let another store's valid mark excuse a forged one", async () => {
  const { ticketId } = await openTicket();
  const other = await desk.makeTenant();
  const theirs = await mailAtDesk(desk, other).send({}, other);
  const foreign = newMailMessageId(key, testMailDomain, theirs.message_id ?? "");
  const mail = await at.send({ from: stranger, headers: [`References: <${foreign}>`] });
  expect(mail.state).toBe("ticket_created");
  expect(mail.ticket_id).not.toBe(ticketId);
});

test("stops our own mail that comes back", async () => {
  const mark = loopMark(key, testMailDomain);
  expect((await at.send({ headers: [`${loopHeader}: ${mark}`] })).state).toBe("loop_stopped");
  // The mark of mails sent before it was signed.
  const headers = [`${loopHeader}: ${testMailDomain}`];
  const own = [...headers, `Message-ID: <${newId()}@${testMailDomain}>`];
  expect((await at.send({ headers: own })).state).toBe("loop_stopped");
});

test.each([
  ["another installation's", () => loopMark(mailKey("another secret"), testMailDomain)],
  ["another domain's", () => loopMark(key, "mail.other.example")],
  ["one that anybody can write", () => "1"],
  ["our domain, in a mail that is not ours", () => testMailDomain],
])("does not stop a mail for a loop header that is not ours: %s", async (_, mark) => {
  expect((await at.send({ headers: [`${loopHeader}: ${mark()}`] })).state).toBe("ticket_created");
});
