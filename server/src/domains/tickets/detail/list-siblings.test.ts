import { afterAll, beforeAll, expect, test } from "vitest";
import { type Desk, openDesk } from "../../../testing/open-desk.ts";
import { makeTicket } from "../../../testing/test-desk.ts";
import { newOwner, type Person } from "../../../testing/test-people.ts";

let app: Desk;
let owner: Person;
beforeAll(async () => {
  app = await openDesk();
  owner = await newOwner(app);
});
afterAll(() => app.stop());

test("a customer's other tickets are listed newest first, archived ones included, with the first contact", async () => {
  const created = [];
  for (const day of [3, 1, 2]) {
    created.push(
      await makeTicket(app, owner, { from: "ann@customer.test", createdAt: `2026-03-0${day}T10:00:00.000Z` }),
    );
  }
  await makeTicket(app, owner, { from: "ann2@customer.test", createdAt: "2026-01-01T10:00:00.000Z" });
  const [third, first, second] = created;
  await owner.api.tickets.changeStatus({ id: first?.id ?? "", status: "closed" });
  const beside = await owner.api.tickets.ofCustomer({ id: second?.id ?? "" });
  expect(beside.items.map(({ id, status }) => [id, status])).toEqual([
    [third?.id, "open"],
    [first?.id, "closed"],
  ]);
  expect(beside).toMatchObject({ total: 3, firstContactAt: "2026-03-01T10:00:00.000Z" });
});

test("twenty are listed and all are counted", async () => {
  const created = await Promise.all(
    Array.from({ length: 23 }, () => makeTicket(app, owner, { from: "many@customer.test" })),
  );
  const beside = await owner.api.tickets.ofCustomer({ id: created[0]?.id ?? "" });
  expect([beside.items.length, beside.total]).toEqual([20, 23]);
});

test("without a customer the list is empty, and another store's ticket does not exist", async () => {
  const { id } = await makeTicket(app, owner, { from: null });
  expect(await owner.api.tickets.ofCustomer({ id })).toEqual({ items: [], total: 0, firstContactAt: null });
  const stranger = await newOwner(app);
  await expect(stranger.api.tickets.ofCustomer({ id })).rejects.toMatchObject({ code: "ticket_not_found" });
});
