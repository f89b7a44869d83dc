import { afterAll, beforeAll, expect, test } from "vitest";
import { type Desk, openDesk } from "../../testing/open-desk.ts";
import { customerReplies, makeTicket, reply } from "../../testing/test-desk.ts";
import { newOwner } from "../../testing/test-people.ts";

let app: Desk;
beforeAll(async () => {
  app = await openDesk();
});
afterAll(() => app.stop());

test("the last updated tickets come in the order of their updates, five of them", async () => {
  const owner = await newOwner(app);
  const made = [];
  for (const number of [1, 2, 3, 4, 5, 6]) made.push(await makeTicket(app, owner, { subject: `Lamp ${number}` }));
  const subjects = async () => (await owner.api.dashboard.recentTickets()).map(({ subject }) => subject);
  expect(await subjects()).toEqual(["Lamp 6", "Lamp 5", "Lamp 4", "Lamp 3", "Lamp 2"]);
  await customerReplies(app, owner, made[0]?.id ?? "", "Hello?");
  await owner.api.tickets.changeStatus({ id: made[3]?.id ?? "", status: "resolved" });
  expect(await subjects()).toEqual(["Lamp 4", "Lamp 1", "Lamp 6", "Lamp 5", "Lamp 3"]);
  const [card] = await owner.api.dashboard.recentTickets();
  expect(card).toMatchObject({ status: "resolved", messageCount: 1, customer: { email: "jane@customer.test" } });
});

test("recent activity lists the newest steps of all tickets, with their tickets", async () => {
  const owner = await newOwner(app);
  const lamp = await makeTicket(app, owner, { subject: "Lamp" });
  const rug = await makeTicket(app, owner, { subject: "Rug" });
  await reply(owner, lamp.id);
  await owner.api.tickets.changeStatus({ id: rug.id, status: "pending" });
  const activity = await owner.api.dashboard.recentActivity();
  expect(activity).toMatchObject([
    { kind: "status_changed", from: "open", to: "pending", actorName: owner.name, subject: "Rug", ticketNumber: 2 },
    { kind: "assigned", actorId: owner.userId, subject: "Lamp", from: null, to: owner.name },
    { kind: "replied", actorId: owner.userId, subject: "Lamp", ticketId: lamp.id, ticketNumber: 1 },
    { kind: "created", actorName: "jane@customer.test", subject: "Rug" },
    { kind: "created", subject: "Lamp" },
  ]);
  for (let count = 0; count < 8; count += 1) {
    await owner.api.tickets.changeStatus({ id: lamp.id, status: "pending" });
    await owner.api.tickets.changeStatus({ id: lamp.id, status: "open" });
  }
  const newest = await owner.api.dashboard.recentActivity();
  expect(newest).toHaveLength(15);
  expect(newest[0]).toMatchObject({ from: "pending", to: "open" });
});
