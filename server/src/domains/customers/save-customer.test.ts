import { afterAll, beforeAll, expect, test } from "vitest";
import { newId } from "../../platform/db/ids.ts";
import { holdRows } from "../../testing/hold-rows.ts";
import { type Desk, openDesk } from "../../testing/open-desk.ts";
import { customerWrites, makeTicket } from "../../testing/test-desk.ts";
import { addColleague, newAddress, newOwner, type Person } from "../../testing/test-people.ts";

let app: Desk;
let owner: Person;
let agent: Person;
beforeAll(async () => {
  app = await openDesk();
  owner = await newOwner(app);
  agent = await addColleague(app, owner, "agent");
});
afterAll(() => app.stop());

const make = (makings: { name?: string; phone?: string; email?: string } = {}) =>
  agent.api.customers.create({ email: newAddress("customer"), ...makings });
const eventsOf = async (customerId: string) => {
  const sql = "select type from events where payload ->> 'customerId' = $1 order by number";
  return (await app.asOwner<{ type: string }>(sql, [customerId], owner.tenantId)).map(({ type }) => type);
};

test("adds a customer with the address in lower case and texts on one line", async () => {
  const created = await make({ name: "  Zoë\n van  Dijk ", email: " Zoe@Example.TEST ", phone: " " });
  expect(created).toMatchObject({
    name: "Zoë van Dijk",
    email: "zoe@example.test",
    phone: null,
    shopifyCustomerId: null,
    totalOrders: 0,
    totalSpent: "0",
    lastOrderAt: null,
    ticketCount: 0,
    orderCount: 0,
  });
  expect(await owner.api.customers.get({ id: created.id })).toEqual(created);
  expect(await eventsOf(created.id)).toEqual(["customer.created"]);
});

test("adds one customer when asked twice, even at once; refuses a taken address and says whose it is", async () => {
  const wanted = { name: "Twice", email: newAddress("twice"), phone: "1" };
  const [first, second] = await Promise.all([make(wanted), make(wanted)]);
  expect(second).toEqual(first);
  expect(await make(wanted)).toEqual(first);
  expect(await eventsOf(first.id)).toEqual(["customer.created"]);
  await expect(make({ ...wanted, name: "Another", email: wanted.email.toUpperCase() })).rejects.toMatchObject({
    code: "customer_email_taken",
    data: { customerId: first.id },
  });
  // It is free in another store.
  const stranger = await newOwner(app);
  expect((await stranger.api.customers.create(wanted)).id).not.toBe(first.id);
});

test.each([
  [{ email: "" }, { email: ["Customer email is required"] }],
  [{ email: "no address" }, { email: ["Please enter a valid email address"] }],
  [{ email: "<script>@a.test" }, { email: ["Please enter a valid email address"] }],
  [{ email: `${"a".repeat(321)}@a.test` }, { email: ["Please enter a valid email address"] }],
  [
    { email: "x", name: "n".repeat(201), phone: "1".repeat(51) },
    {
      email: ["Please enter a valid email address"],
      name: ["Full name is too long (maximum 200 characters)"],
      phone: ["Phone is too long (maximum 50 characters)"],
    },
  ],
])("refuses %j, naming each fault by its field", async (wanted, fields) => {
  await expect(make(wanted)).rejects.toMatchObject({ code: "input_invalid", data: { fields } });
});

test("keeps a name in any script and an address of 320 characters unchanged", async () => {
  const email = `${"a".repeat(64)}@${`${"b".repeat(60)}.`.repeat(4)}${"c".repeat(6)}.test`;
  const long = await make({ email: email.padStart(320, "x"), name: "<script>alert(1)</script>" });
  expect(long).toMatchObject({ email: email.padStart(320, "x"), name: "<script>alert(1)</script>" });
  for (const name of ["李娜", "עברית", "नमस्ते", "👩‍👩‍👧"]) expect(await make({ name })).toMatchObject({ name });
});

test("changes only the values sent, and nothing where they are equal already", async () => {
  const created = await make({ name: "Ann", phone: "1" });
  const moved = newAddress("moved");
  const saved = await agent.api.customers.update({ id: created.id, email: moved.toUpperCase() });
  expect(saved).toEqual({ ...created, email: moved, addresses: [moved] });
  expect(await agent.api.customers.update({ id: created.id, name: "", phone: null })).toMatchObject({
    name: null,
    phone: null,
    email: moved,
  });
  await agent.api.customers.update({ id: created.id, name: null, email: moved });
  expect(await eventsOf(created.id)).toEqual(["customer.created", "customer.updated", "customer.updated"]);
  const blank = agent.api.customers.update({ id: created.id, email: " " });
  await expect(blank).rejects.toMatchObject({ data: { fields: { email: ["Customer email is required"] } } });
  await expect(agent.api.customers.update({ id: newId(), name: "X" })).rejects.toMatchObject({
    code: "customer_not_found",
  });
});

test("never overwrites another edit, but accepts two edits of different values", async () => {
  const created = await make({ name: "Ann", phone: "1" });
  const expected = { name: created.name, email: created.email, phone: created.phone };
  const [myEdit, otherEdit] = [
    { id: created.id, name: "Mine", expected },
    { id: created.id, name: "Theirs", expected },
  ];
  await owner.api.customers.update(otherEdit);
  await expect(agent.api.customers.update(myEdit)).rejects.toMatchObject({
    code: "customer_changed_meanwhile",
    data: { field: "name", value: "Theirs" },
  });
  // The same request again, as if its response was lost.
  expect(await owner.api.customers.update(otherEdit)).toMatchObject({ name: "Theirs" });
  const other = await agent.api.customers.update({ id: created.id, phone: "2", expected });
  expect(other).toMatchObject({ name: "Theirs", phone: "2" });
  const knowing = { ...myEdit, expected: { ...expected, name: "Theirs" } };
  expect(await agent.api.customers.update(knowing)).toMatchObject({ name: "Mine", phone: "2" });
});

test("refuses an address in use, also when two want it at once", async () => {
  const [one, second] = [await make(), await make()];
  await expect(agent.api.customers.update({ id: one.id, email: second.email ?? "" })).rejects.toMatchObject({
    code: "customer_email_taken",
    data: { customerId: second.id },
  });
  const wanted = newAddress("wanted");
  const add = "insert into customers (client_id, id, email) values ($1, $2, $3)";
  const lock = await holdRows(app.services.db.pool, owner, add, [owner.tenantId, newId(), wanted]);
  const late = agent.api.customers.update({ id: one.id, email: wanted }).catch((error: unknown) => error);
  await lock.untilWaiting(1);
  await lock.release();
  expect(await late).toMatchObject({ code: "try_again" });
  await expect(agent.api.customers.update({ id: one.id, email: wanted })).rejects.toMatchObject({
    code: "customer_email_taken",
  });
});

test("refuses to delete a customer with tickets, and says how many there are", async () => {
  const from = newAddress("busy");
  const ticket = await makeTicket(app, owner, { from });
  await makeTicket(app, owner, { from, status: "closed" });
  const { customerId } = await agent.api.tickets.get({ id: ticket.id });
  const refused = agent.api.customers.delete({ id: customerId ?? "" });
  await expect(refused).rejects.toMatchObject({ code: "customer_has_tickets", data: { tickets: 2 } });
  expect(await agent.api.customers.get({ id: customerId ?? "" })).toMatchObject({ ticketCount: 2 });
});

test("deletes a customer without tickets; orders and audit log stay, and a mail makes them again", async () => {
  const email = "gone@customer.test";
  const created = await make({ name: "Gone", email });
  await app.asOwner(
    `insert into shopify_orders (client_id, id, shopify_order_id, order_number, name, customer_id, total_price, shopify_created_at)
     values ($1, gen_random_uuid(), 'o1', '1', '#1', $2, 1, now())`,
    [owner.tenantId, created.id],
    owner.tenantId,
  );
  expect(await agent.api.customers.delete({ id: created.id })).toEqual({ id: created.id });
  for (const again of [agent.api.customers.delete, agent.api.customers.get]) {
    await expect(again({ id: created.id })).rejects.toMatchObject({ code: "customer_not_found" });
  }
  const orders = "select customer_id from shopify_orders where shopify_order_id = 'o1'";
  expect(await app.asOwner(orders, [], owner.tenantId)).toEqual([{ customer_id: null }]);
  const audit = "select actor_id, action, details from audit_log where subject_id = $1";
  expect(await app.asOwner(audit, [created.id], owner.tenantId)).toEqual([
    { actor_id: agent.userId, action: "customer.deleted", details: { name: "Gone", email } },
  ]);
  expect(await eventsOf(created.id)).toEqual(["customer.created", "customer.deleted"]);
  expect(await customerWrites(app, owner, { from: email })).toMatchObject({ state: "ticket_created" });
  expect((await agent.api.customers.list({ search: email })).items).toMatchObject([{ email }]);
});

test("keeps a customer who gets a ticket during their deletion", async () => {
  const created = await make();
  const opening = "select from customers where id = $1 for key share";
  const lock = await holdRows(app.services.db.pool, owner, opening, [created.id]);
  const removal = agent.api.customers.delete({ id: created.id }).catch((error: unknown) => error);
  await lock.untilWaiting(1);
  await lock.run(
    `insert into support_tickets (client_id, id, ticket_number, subject, description, preview, source, customer_id)
     values ($1, $2, 900, 'S', 'D', 'P', 'agent', $3)`,
    [owner.tenantId, newId(), created.id],
  );
  await lock.release();
  expect(await removal).toMatchObject({ code: "customer_has_tickets", data: { tickets: 1 } });
});

test("refuses a ticket for a customer being deleted, with a sentence", async () => {
  const created = await make();
  const lock = await holdRows(app.services.db.pool, owner, "delete from customers where id = $1", [created.id]);
  const opening = { subject: "S", message: "M", customer: { id: created.id }, idempotencyKey: crypto.randomUUID() };
  const late = agent.api.tickets.create(opening).catch((error: unknown) => error);
  await lock.untilWaiting(1);
  await lock.release();
  expect(await late).toMatchObject({ code: "customer_not_found" });
});
