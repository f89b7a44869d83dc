import { afterAll, beforeAll, expect, test } from "vitest";
import { fromNow } from "../../testing/from-now.ts";
import { type Desk, openDesk } from "../../testing/open-desk.ts";
import { customerReplies, keep, makeTicket, reply } from "../../testing/test-desk.ts";
import { addColleague, newOwner, type Person } from "../../testing/test-people.ts";

let app: Desk;
let owner: Person;
let agent: Person;
beforeAll(async () => {
  app = await openDesk({ roles: ["web"] });
  owner = await newOwner(app);
  agent = await addColleague(app, owner, "agent");
});
afterAll(() => app.stop());

const later = () => ({ until: fromNow({ days: 1 }) });

/** What a person was notified of about replies that were not sent, by ticket. */
async function notSent(person: Person, ticketId: string): Promise<string[]> {
  const { items } = await person.api.notifications.list();
  return items.flatMap((item) => (item.type === "delivery_failed" && item.ticketId === ticketId ? item.message : []));
}

const words = (ticketNumber: number, reason: string) =>
  `Your scheduled reply to Ticket: ${String(ticketNumber).padStart(4, "0")} was not sent. ${reason}. It is a draft again`;

test("the author of a scheduled reply is notified that it came back, and by what", async () => {
  const [first, second, third, fourth] = [
    await makeTicket(app, owner),
    await makeTicket(app, owner),
    await makeTicket(app, owner),
    await makeTicket(app, owner),
  ];
  for (const { id } of [first, second, third, fourth]) await keep(agent, id, later());
  await customerReplies(app, owner, first.id, "I found it");
  await reply(owner, second.id);
  const { items } = await agent.api.keptReplies.list({});
  await owner.api.keptReplies.cancel({ id: items.find(({ ticketId }) => ticketId === third.id)?.id ?? "" });
  await owner.api.tickets.changeStatus({ id: fourth.id, status: "closed" });
  expect(await notSent(agent, first.id)).toEqual([words(first.ticketNumber, "The customer wrote before it left")]);
  expect(await notSent(agent, second.id)).toEqual([words(second.ticketNumber, "A colleague answered before it left")]);
  expect(await notSent(agent, third.id)).toEqual([words(third.ticketNumber, `${owner.name} took it back`)]);
  expect(await notSent(agent, fourth.id)).toEqual([
    words(fourth.ticketNumber, "This ticket is archived. Reopen it to make changes"),
  ]);
  expect(await notSent(owner, first.id)).toEqual([]);
});

test("a reply that its author undid, or that could only be undone for seconds, is no news to them", async () => {
  const [first, second] = [await makeTicket(app, owner), await makeTicket(app, owner)];
  const undone = await keep(agent, first.id, later());
  await agent.api.keptReplies.undo({ id: undone.id });
  await keep(agent, second.id, { undoSeconds: 30 });
  await customerReplies(app, owner, second.id, "I found it");
  expect(await notSent(agent, first.id)).toEqual([]);
  expect(await notSent(agent, second.id)).toEqual([]);
});
