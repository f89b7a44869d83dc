import { afterAll, beforeAll, beforeEach, expect, test } from "vitest";
import { type Desk, openDesk } from "../../../testing/open-desk.ts";
import { until } from "../../../testing/take-mail.ts";
import { customerWrites, makeTicket, reply } from "../../../testing/test-desk.ts";
import { addColleague, newOwner, type Person } from "../../../testing/test-people.ts";

let app: Desk;
let owner: Person;
beforeAll(async () => {
  app = await openDesk();
});
beforeEach(async () => {
  owner = await newOwner(app);
});
afterAll(() => app.stop());

const block = (sender: string) => owner.api.blockedSenders.add({ sender });
const write = (from: string, headers: string[] = [], subject = "Hello") =>
  customerWrites(app, owner, { from, headers, subject, text: crypto.randomUUID() });
const listBlocks = async () =>
  (await owner.api.blockedSenders.list({})).items.map(({ sender, mails }) => [sender, mails]);

test("makes no ticket of a blocked sender's mail, notifies and acknowledges nobody, and counts it", async () => {
  await owner.api.emailSettings.save({ acknowledges: true });
  await block("ann@spam.example");
  await block("junk.example");
  for (const from of ["Ann <Ann@Spam.example>", "ann+news@spam.example", "bob@mail.junk.example"]) {
    expect(await write(from), from).toMatchObject({ state: "blocked", ticket_id: null, message_id: null });
  }
  expect((await owner.api.tickets.list({})).items).toEqual([]);
  expect((await owner.api.notifications.list()).items).toEqual([]);
  expect(await app.asOwner("select from outgoing_mails where kind = 'acknowledgement'", [], owner.tenantId)).toEqual(
    [],
  );
  expect(await listBlocks()).toEqual([
    ["junk.example", 1],
    ["ann@spam.example", 2],
  ]);
  const { items } = await owner.api.mail.log({ state: "blocked" });
  expect(items.map(({ from, reason }) => [from, reason])).toEqual([
    ["bob@mail.junk.example", "Its sender is blocked: junk.example."],
    ["ann+news@spam.example", "Its sender is blocked: ann@spam.example."],
    ["ann@spam.example", "Its sender is blocked: ann@spam.example."],
  ]);
});

test("does not block similar addresses or another store's customer", async () => {
  await block("ann@spam.example");
  await block("junk.example");
  for (const from of ["a.nn@spam.example", "joann@spam.example", "ann@notjunk.example", "ann@junk.example.test"]) {
    expect(await write(from), from).toMatchObject({ state: "ticket_created" });
  }
  const next = await newOwner(app);
  expect(await customerWrites(app, next, { from: "ann@spam.example" })).toMatchObject({ state: "ticket_created" });
});

test("checks a second From, a Reply-To and a form's visitor, but not the envelope", async () => {
  await block("ann@spam.example");
  expect(await write("bob@shop.example, ann@spam.example")).toMatchObject({ state: "blocked" });
  expect(await write("form@shop.example", ["Reply-To: Ann <ann@spam.example>"])).toMatchObject({ state: "blocked" });
  const raw = ["From: bob@shop.example", "Subject: Hello", "", crypto.randomUUID()].join("\r\n");
  const entries = await app.takeIn({ envelopeFrom: "ann@spam.example", recipients: [owner.supportEmail], raw });
  expect(await owner.api.mail.entry({ id: entries.get(owner.tenantId) ?? "" })).toMatchObject({
    state: "ticket_created",
  });
});

test("keeps a blocked sender's reply and automatic reply off their ticket", async () => {
  const { id, ticketNumber } = await makeTicket(app, owner, { from: "jane@customer.test" });
  await reply(owner, id, { content: "Good day" });
  await block("jane@customer.test");
  const subject = `Re: Hello [Ticket: ${String(ticketNumber).padStart(4, "0")}]`;
  expect(await write("jane@customer.test", [], subject)).toMatchObject({ state: "blocked", ticket_id: null });
  const automatic = ["Auto-Submitted: auto-replied"];
  expect(await write("jane@customer.test", automatic, subject)).toMatchObject({ state: "blocked" });
  expect((await owner.api.tickets.get({ id })).messageCount).toBe(2);
});

test("accepts a blocked sender's mail that a colleague forwards, and a colleague who joined after the block", async () => {
  await block("ann@spam.example");
  const domain = "later.example";
  await block(domain);
  const agent = await addColleague(app, owner, "agent");
  await app.asOwner("update users set email = $2 where id = $1", [agent.userId, `agent@${domain}`], owner.tenantId);
  const text = ["Look at this", "", "---------- Forwarded message ---------", "From: Ann <ann@spam.example>"];
  const forwarded = [...text, "Date: Mon, 2 Mar 2026 at 10:00", "Subject: Buy", "To: me", "", "Buy now"].join("\r\n");
  const mail = { from: `agent@${domain}`, subject: "Fwd: Buy", text: forwarded };
  expect(await customerWrites(app, owner, mail)).toMatchObject({ state: "ticket_created" });
});

test("keeps the raw mail, which becomes a ticket if an admin makes one or the sender is unblocked", async () => {
  const { id: blockId } = await block("ann@spam.example");
  const [one, other] = [await write("ann@spam.example"), await write("ann@spam.example")];
  const ended = async (id: string) => {
    const { state, actions } = await owner.api.mail.entry({ id });
    return state === "received" ? undefined : { state, actions };
  };
  const actions = ["process-again", "make-ticket"];
  expect(await ended(one.id)).toEqual({ state: "blocked", actions });
  expect((await owner.api.mail.raw({ id: one.id })).text).toContain("From: ann@spam.example");

  await owner.api.mail.processAgain({ id: one.id });
  expect(await until(() => ended(one.id))).toEqual({ state: "blocked", actions });
  await owner.api.mail.makeTicket({ id: one.id });
  expect(await until(() => ended(one.id))).toEqual({ state: "ticket_created", actions: [] });

  await owner.api.blockedSenders.remove({ id: blockId });
  await owner.api.mail.processAgain({ id: other.id });
  expect(await until(() => ended(other.id))).toMatchObject({ state: "ticket_created" });
  expect(await write("ann@spam.example")).toMatchObject({ state: "ticket_created" });
});

test("decides each of thirty simultaneous mails once while their sender is blocked and unblocked", async () => {
  const mails = Promise.all(Array.from({ length: 30 }, (_, n) => write(`ann${n % 3}@spam.example`)));
  const turns = async () => {
    for (let turn = 0; turn < 5; turn += 1) {
      const { id } = await block("spam.example");
      await owner.api.blockedSenders.remove({ id });
    }
  };
  const [ends] = await Promise.all([mails, turns()]);
  const states = ends.map(({ state }) => state);
  expect(states.filter((state) => state !== "blocked" && state !== "ticket_created")).toEqual([]);
  const blocked = states.filter((state) => state === "blocked").length;
  const counted = "select coalesce(sum(mails), 0)::int as mails from blocked_senders";
  expect(await app.asOwner(counted, [], owner.tenantId)).toEqual([{ mails: blocked }]);
  expect((await owner.api.tickets.list({ limit: 100 })).items).toHaveLength(states.length - blocked);
});
