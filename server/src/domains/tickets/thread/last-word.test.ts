import type { TicketDetail } from "@deskhand/contract/tickets";
import type { TicketStatus } from "@deskhand/contract/vocabulary";
import { afterAll, beforeAll, expect, test } from "vitest";
import { type Desk, openDesk } from "../../../testing/open-desk.ts";
import { customerReplies, makeTicket, reply } from "../../../testing/test-desk.ts";
import { addColleague, newOwner, type Person } from "../../../testing/test-people.ts";

let app: Desk;
let owner: Person;
let colleague: Person;
beforeAll(async () => {
  app = await openDesk();
  await openStore();
});
afterAll(() => app.stop());

async function openStore(): Promise<void> {
  owner = await newOwner(app);
  colleague = await addColleague(app, owner, "agent");
}

const steps = {
  "customer writes": (id: string) => customerReplies(app, owner, id, "And one more thing: the lid is missing."),
  "customer insists": (id: string) => customerReplies(app, owner, id, "> quoted\n\nIs anybody there? I am waiting."),
  "machine writes": (id: string) => customerReplies(app, owner, id, "I am out of the office", { isAutomatic: true }),
  "owner replies": (id: string) => reply(owner, id, { sendAnyway: true }),
  "owner notes": (id: string) =>
    owner.api.messages.addNote({ ticketId: id, content: "Hm", idempotencyKey: crypto.randomUUID() }),
  "owner opens": (id: string) => owner.api.tickets.markRead({ id }),
  pending: (id: string) => owner.api.tickets.changeStatus({ id, status: "pending" }),
  resolve: (id: string) => owner.api.tickets.changeStatus({ id, status: "resolved" }),
  reopen: (id: string) => owner.api.tickets.reopen({ id }),
  snooze: (id: string) => setColumns(id, "snoozed_until = 'infinity'"),
  "snooze until": (id: string) => setColumns(id, "snoozed_until = '2100-01-01 00:00:00+00'"),
  wake: (id: string) => setColumns(id, "snoozed_until = null, woken_at = now()"),
} as const;
type Step = keyof typeof steps;

const setColumns = (id: string, values: string) =>
  app.asOwner(`update support_tickets set ${values} where id = $1`, [id], owner.tenantId);

const [first, second] = ["And one more thing: the lid is missing.", "Is anybody there? I am waiting."];
type Expected = {
  /** The message that waits for an answer; 0 is the opening one. */
  waits: number | null;
  /** Who sees a new reply on the ticket. */
  isNew: "both" | "colleague" | "nobody";
  words: string | null;
  status?: TicketStatus;
  snoozed?: string | null;
  isWoken?: boolean;
};
const table: [Step[], Expected][] = [
  [[], { waits: 0, isNew: "nobody", words: null }],
  [["owner opens"], { waits: 0, isNew: "nobody", words: null }],
  [["customer writes"], { waits: 0, isNew: "both", words: first }],
  [["customer writes", "owner opens"], { waits: 0, isNew: "colleague", words: first }],
  [["customer writes", "owner opens", "customer insists"], { waits: 0, isNew: "both", words: second }],
  [["customer writes", "owner opens", "machine writes"], { waits: 0, isNew: "colleague", words: first }],
  [["owner opens", "customer writes"], { waits: 0, isNew: "both", words: first }],
  [["owner notes"], { waits: 0, isNew: "nobody", words: null }],
  [["machine writes"], { waits: 0, isNew: "nobody", words: null }],
  [["owner replies"], { waits: null, isNew: "nobody", words: null }],
  [["owner replies", "machine writes"], { waits: null, isNew: "nobody", words: null }],
  [["owner replies", "owner notes"], { waits: null, isNew: "nobody", words: null }],
  [["customer writes", "owner replies"], { waits: null, isNew: "nobody", words: first }],
  [["owner replies", "customer writes"], { waits: 2, isNew: "both", words: first }],
  [["owner replies", "customer writes", "customer insists"], { waits: 2, isNew: "both", words: second }],
  [["owner replies", "machine writes", "customer insists"], { waits: 3, isNew: "both", words: second }],
  [["owner replies", "customer writes", "owner notes"], { waits: 2, isNew: "both", words: first }],
  [["pending", "customer writes"], { waits: 0, isNew: "both", words: first, status: "open" }],
  [["pending", "machine writes"], { waits: 0, isNew: "nobody", words: null, status: "pending" }],
  [["pending", "owner notes"], { waits: 0, isNew: "nobody", words: null, status: "pending" }],
  [["owner replies", "pending"], { waits: null, isNew: "nobody", words: null, status: "pending" }],
  [["customer writes", "resolve"], { waits: 0, isNew: "nobody", words: first, status: "resolved" }],
  // Questions from before the ticket was archived need no answer any more.
  [["resolve", "customer writes"], { waits: 1, isNew: "both", words: first, status: "open" }],
  [["resolve", "machine writes"], { waits: 0, isNew: "nobody", words: null, status: "resolved" }],
  [["snooze", "customer writes"], { waits: 0, isNew: "both", words: first, snoozed: null }],
  [["snooze until", "customer writes"], { waits: 0, isNew: "both", words: first, snoozed: null }],
  [["snooze", "machine writes"], { waits: 0, isNew: "nobody", words: null, snoozed: "answer" }],
  [["snooze until", "owner notes"], { waits: 0, isNew: "nobody", words: null, snoozed: "2100-01-01T00:00:00.000Z" }],
  [["snooze", "resolve"], { waits: 0, isNew: "nobody", words: null, status: "resolved", snoozed: null }],
  [["snooze", "resolve", "reopen"], { waits: 0, isNew: "nobody", words: null, status: "open", snoozed: null }],
  [["snooze", "pending", "customer writes"], { waits: 0, isNew: "both", words: first, status: "open", snoozed: null }],
  [["wake"], { waits: 0, isNew: "nobody", words: null, isWoken: true }],
  [["wake", "owner notes"], { waits: 0, isNew: "nobody", words: null, isWoken: true }],
  [["wake", "machine writes"], { waits: 0, isNew: "nobody", words: null, isWoken: true }],
  [["wake", "owner replies"], { waits: null, isNew: "nobody", words: null, isWoken: false }],
  [["wake", "pending"], { waits: 0, isNew: "nobody", words: null, status: "pending", isWoken: false }],
  [["wake", "customer writes"], { waits: 0, isNew: "both", words: first, isWoken: false }],
];

const cardOf = ({ waitingSince, newestWords, status, snoozedUntil, isWoken, isNewReply }: TicketDetail) => ({
  waitingSince,
  newestWords,
  status,
  snoozedUntil,
  isWoken,
  isNewReply,
});

test.each(table)("%j: the ticket shows who waits, what is new and the newest words", async (path, expected) => {
  const { id } = await makeTicket(app, owner);
  for (const step of path) await steps[step](id);
  const [mine, theirs] = [await owner.api.tickets.get({ id }), await colleague.api.tickets.get({ id })];
  const { waits, isNew, words, status = "open", snoozed = null, isWoken = false } = expected;
  const waitingSince = waits === null ? null : mine.messages[waits]?.createdAt;
  const same = { waitingSince, newestWords: words, status, snoozedUntil: snoozed, isWoken };
  expect(cardOf(mine)).toEqual({ ...same, isNewReply: isNew === "both" });
  expect(cardOf(theirs)).toEqual({ ...same, isNewReply: isNew !== "nobody" });
  const isDone = status === "resolved";
  const listed = await owner.api.tickets.list({
    view: isDone ? "archive" : "active",
    search: `#${mine.ticketNumber}`,
    ...(snoozed !== null && { snoozed: true }),
  });
  expect(listed.items).toMatchObject([{ id, isNewReply: isNew === "both", waitingSince }]);
});

test("a ticket created by an agent waits from the customer's first message on, which is a new reply", async () => {
  const { id } = await owner.api.tickets.create({
    subject: "Recall",
    message: "Please send it back.",
    customer: { email: "ann@customer.test" },
    idempotencyKey: crypto.randomUUID(),
  });
  expect(cardOf(await owner.api.tickets.get({ id }))).toMatchObject({ waitingSince: null, isNewReply: false });
  await steps["customer writes"](id);
  const { messages, ...ticket } = await owner.api.tickets.get({ id });
  const waitingSince = messages[1]?.createdAt;
  expect(ticket).toMatchObject({ waitingSince, isNewReply: true, newestWords: first });
});

test("the effects of a customer's mail are in the trail, and announced once", async () => {
  // The test needs a store without tickets, as after twenty within minutes further ones are announced together.
  await openStore();
  const { id } = await makeTicket(app, owner);
  await setColumns(id, `status = 'pending', snoozed_until = 'infinity', assigned_to = '${colleague.userId}'`);
  await steps["customer writes"](id);
  const { items } = await owner.api.tickets.activity({ id });
  expect(items.slice(-3)).toMatchObject([
    { kind: "woken", actorId: null },
    { kind: "status_changed", actorId: null, actorName: "System", from: "pending", to: "open" },
    { kind: "customer_replied" },
  ]);
  const told = (await colleague.api.notifications.list()).items.filter(({ ticketId }) => ticketId === id);
  expect(told.map(({ type }) => type)).toEqual(["customer_reply", "new_ticket"]);
});

test("opening a ticket is announced once, and only to the person's own screens", async () => {
  const { id } = await makeTicket(app, owner);
  await steps["customer writes"](id);
  const events = () =>
    app.asOwner<{ payload: unknown }>(
      "select payload from events where type = 'ticket.read' and payload ->> 'ticketId' = $1 and client_id = $2",
      [id, owner.tenantId],
      owner.tenantId,
    );
  for (let time = 0; time < 3; time += 1) await owner.api.tickets.markRead({ id });
  expect(await events()).toEqual([{ payload: { ticketId: id, userId: owner.userId } }]);
  await steps["customer insists"](id);
  await owner.api.tickets.markRead({ id });
  expect(await events()).toHaveLength(2);
  await expect(owner.api.tickets.markRead({ id: crypto.randomUUID() })).rejects.toMatchObject({
    code: "ticket_not_found",
  });
});
