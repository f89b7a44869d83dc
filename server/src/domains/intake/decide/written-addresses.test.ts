import { randomUUID } from "node:crypto";
import { afterAll, beforeAll, expect, test } from "vitest";
import { type MailAtDesk, mailAtDesk, type TestMail } from "../../../testing/mail-at-desk.ts";
import { type Desk, openDesk } from "../../../testing/open-desk.ts";
import { mailsTo, takeMail, until } from "../../../testing/take-mail.ts";
import { reply } from "../../../testing/test-desk.ts";
import { addColleague, type Person } from "../../../testing/test-people.ts";

let desk: Desk;
let agent: Person;
let at: MailAtDesk;
beforeAll(async () => {
  desk = await openDesk();
  const store = await desk.makeTenant({ staff: ["kim@kollege.example"] });
  agent = await addColleague(desk, { tenantId: store.id }, "admin");
  at = mailAtDesk(desk, store);
});
afterAll(() => desk.stop());

/** An address with capitals before the @, as relays have, and in lower case. */
function relayAddress() {
  const written = `Conv-${randomUUID().slice(0, 8)}-AbC9zQ@relay.example`;
  return { written, email: written.toLowerCase() };
}

type Named = Awaited<ReturnType<typeof takeMail>>;
const fieldOf = ({ headers }: Named, name: string) => headers.find((one) => one.name.toLowerCase() === name)?.value;

const date = "Date: Mon, Nov 30, 2026 at 6:00 PM";
test.each<[string, (address: string) => TestMail]>([
  ["From", (address) => ({ from: address })],
  ["Reply-To", (address) => ({ from: "noreply@etsy.example", headers: [`Reply-To: Buyer <${address}>`] })],
  [
    "a contact form",
    (address) => ({ from: "noreply@form.example", text: `Name: Ann\r\nEmail: ${address}\r\nMessage: Hi` }),
  ],
  [
    "a forward",
    (address) => ({
      from: "kim@kollege.example",
      subject: "Fwd: Lamp",
      text: `---------- Forwarded message ---------\r\nFrom: Ann <${address}>\r\n${date}\r\nSubject: Lamp\r\n\r\nHi`,
    }),
  ],
])("answers an address as it stands in %s, while it is known in lower case", async (_, mailFrom) => {
  const { written, email } = relayAddress();
  const { ticket_id } = await at.send(mailFrom(written));
  const id = ticket_id ?? "";
  const ticket = await agent.api.tickets.get({ id });
  expect(ticket).toMatchObject({ customer: { email }, messages: [{ answersTo: { email, written } }] });
  await reply(agent, id);
  const sent = await takeMail(desk, written);
  expect(fieldOf(sent, "delivered-to")).toBe(written);
  const { messages } = await agent.api.tickets.get({ id });
  expect(messages.at(-1)?.recipients).toMatchObject([{ email, written }]);
});

test("answers all, a chosen copy and a forward as they are written, and acknowledges so", async () => {
  const [from, cc, typed, other] = [relayAddress(), relayAddress(), relayAddress(), relayAddress()];
  await agent.api.emailSettings.save({ acknowledges: true });
  const { ticket_id } = await at.send({ from: from.written, headers: [`Cc: ${cc.written}`], check: "pass" });
  await agent.api.emailSettings.save({ acknowledges: false });
  expect((await takeMail(desk, from.written)).headers).toContainEqual(
    expect.objectContaining({ value: "auto-replied" }),
  );
  const id = ticket_id ?? "";
  const { messages } = await agent.api.tickets.get({ id });
  await reply(agent, id, {
    recipients: {
      to: [{ email: from.email, written: from.written }],
      cc: [{ email: cc.email }, { email: typed.written }],
    },
    sendAnyway: true,
  });
  const sent = await until(async () => (await mailsTo(desk, from.written)).find((mail) => fieldOf(mail, "cc")));
  expect(sent.to).toBe(from.written);
  expect(fieldOf(sent, "cc")).toBe(`${cc.written}, ${typed.written}`);
  await agent.api.messages.forward({
    ticketId: id,
    messageIds: [messages[0]?.id ?? ""],
    content: "",
    recipients: { to: [{ email: other.written }] },
    idempotencyKey: randomUUID(),
  });
  expect((await takeMail(desk, other.written)).to).toBe(other.written);
});

test("a ticket that is begun by hand goes to the address as typed", async () => {
  const { written, email } = relayAddress();
  const ticket = await agent.api.tickets.create({
    customer: { email: written, name: "Ann" },
    subject: "Your order",
    message: "It is on its way.",
    mailCustomer: true,
    idempotencyKey: randomUUID(),
  });
  expect(ticket.customer?.email).toBe(email);
  expect((await takeMail(desk, written)).to).toContain(written);
});

test("the owner's last spelling counts, not another's, and forgets the one before", async () => {
  const { written, email } = relayAddress();
  const upper = email.replace("conv", "CONV");
  const first = await at.send({ from: written });
  await at.send({ from: "other@people.example", headers: [`Cc: ${upper}`] });
  const answersTo = async () => (await agent.api.tickets.get({ id: first.ticket_id ?? "" })).messages[0]?.answersTo;
  expect(await answersTo()).toMatchObject({ written });
  await at.send({ from: upper });
  expect(await answersTo()).toMatchObject({ written: upper });
  await at.send({ from: email });
  expect(await answersTo()).toEqual({ email, name: null });
});
