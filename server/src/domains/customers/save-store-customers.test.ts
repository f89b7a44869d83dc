import { afterAll, beforeAll, expect, test } from "vitest";
import { type Desk, openDesk } from "../../testing/open-desk.ts";
import { newStoreId, storeCustomer } from "../../testing/store/store-samples.ts";
import { makeTicket } from "../../testing/test-desk.ts";
import { newAddress, newOwner, type Person } from "../../testing/test-people.ts";
import { type StoreCustomer, saveStoreCustomers } from "./index.ts";

let app: Desk;
let owner: Person;
beforeAll(async () => {
  app = await openDesk();
  owner = await newOwner(app);
});
afterAll(() => app.stop());

const later = "2026-10-02T08:00:00.000Z";
const latest = "2026-10-03T08:00:00.000Z";

const save = (...customers: StoreCustomer[]) =>
  app.db.withTenant(owner.tenantId, (tx) => saveStoreCustomers(tx, customers));

type Row = { id: string; name: string | null; email: string | null; phone: string | null; storeId: string | null };
const rowsBy = (column: "shopify_customer_id" | "email" | "id", value: string) =>
  app.asOwner<Row>(
    `select id, name, email, phone, shopify_customer_id as "storeId" from customers where ${column}::text = $1`,
    [value],
    owner.tenantId,
  );
const byStoreId = async (id: string) => {
  const rows = await rowsBy("shopify_customer_id", id);
  expect(rows.length).toBeLessThan(2);
  return rows[0];
};

test("adds a new customer once, with the store's figures and the time they joined the store", async () => {
  const customer = storeCustomer({ email: newAddress(), phone: "+1 555", totalSpent: "1234567890123456.789" });
  const [id] = await save(customer);
  expect(await owner.api.customers.get({ id: id ?? "" })).toMatchObject({
    name: "Jane Doe",
    email: customer.email,
    phone: "+1 555",
    shopifyCustomerId: customer.shopifyId,
    totalOrders: 1,
    totalSpent: "1234567890123456.789",
    lastOrderAt: customer.lastOrderAt,
    createdAt: customer.createdAt,
  });
  expect(await save(customer)).toEqual([]);
  expect(await save(customer, customer)).toEqual([]);
});

test("links a store's customer to somebody who wrote from the same address, and keeps their ticket", async () => {
  const email = newAddress("wrote");
  const ticket = await makeTicket(app, owner, { from: email });
  const customer = storeCustomer({ email, phone: "+1 1" });
  const [id] = await save(customer);
  expect(await byStoreId(customer.shopifyId)).toMatchObject({ id, name: "Jane Doe", email, phone: "+1 1" });
  expect((await owner.api.tickets.get({ id: ticket.id })).customer).toMatchObject({ id, email });
});

test("keeps our name, address and phone where the store has none", async () => {
  const email = newAddress();
  const created = await owner.api.customers.create({ email, name: "Ann", phone: "1" });
  const customer = storeCustomer({ email, name: null });
  await save(customer);
  await save({ ...customer, email: null, updatedAt: later });
  expect(await byStoreId(customer.shopifyId)).toMatchObject({ id: created.id, name: "Ann", email, phone: "1" });
});

test("ignores data older than what is stored, but takes new figures from data of the same time", async () => {
  const customer = storeCustomer({ email: newAddress(), updatedAt: later });
  const [id = ""] = await save(customer);
  const before = await owner.api.customers.get({ id });
  expect(await save({ ...customer, name: "Old", totalOrders: 9, updatedAt: "2026-10-01T00:00:00.000Z" })).toEqual([]);
  expect(await owner.api.customers.get({ id })).toEqual(before);
  await save({ ...customer, totalOrders: 2 });
  expect(await owner.api.customers.get({ id })).toMatchObject({ name: "Jane Doe", totalOrders: 2 });
});

test("keeps an agent's edit until the store changes that value", async () => {
  const customer = storeCustomer({ email: newAddress(), phone: "1" });
  const [id = ""] = await save(customer);
  const mine = { name: "Janet", email: newAddress("mine"), phone: "2" };
  await owner.api.customers.update({ id, ...mine });
  // Another order: figures are newer, but name, address and phone are not.
  await save({ ...customer, totalOrders: 2, updatedAt: later });
  expect(await owner.api.customers.get({ id })).toMatchObject({ ...mine, totalOrders: 2 });
  await save({ ...customer, name: "Jane Smith", updatedAt: latest });
  expect(await owner.api.customers.get({ id })).toMatchObject({ ...mine, name: "Jane Smith" });
  // The number removed there is not the one stored here.
  await save({ ...customer, name: "Jane Smith", phone: null, updatedAt: latest });
  expect(await byStoreId(customer.shopifyId)).toMatchObject({ phone: "2" });
});

test("removes a phone number that the store had and removed", async () => {
  const customer = storeCustomer({ phone: "1" });
  await save(customer);
  await save({ ...customer, phone: null, updatedAt: later });
  expect(await byStoreId(customer.shopifyId)).toMatchObject({ phone: null });
});

test("leaves an address with the customer who has it, and takes it once it is free", async () => {
  const [email, old] = [newAddress("wanted"), newAddress("old")];
  const holder = await owner.api.customers.create({ email, name: "Holder" });
  const customer = storeCustomer({ email: old });
  await save(customer);
  const moved = { ...customer, name: "Moved", email, updatedAt: later };
  await save(moved);
  expect(await byStoreId(customer.shopifyId)).toMatchObject({ name: "Moved", email: old });
  expect(await rowsBy("id", holder.id)).toMatchObject([{ name: "Holder", email, storeId: null }]);
  await owner.api.customers.update({ id: holder.id, email: newAddress("gone") });
  await save({ ...moved, updatedAt: latest });
  expect(await byStoreId(customer.shopifyId)).toMatchObject({ email });
});

test("swaps the addresses of two customers at once, and rotates those of three", async () => {
  const emails = [newAddress("a"), newAddress("b"), newAddress("c")];
  const three = emails.map((email) => storeCustomer({ email }));
  await save(...three);
  const turned = three.map((customer, at) => ({ ...customer, email: emails[(at + 1) % 3] ?? "", updatedAt: later }));
  await save(...turned);
  for (const { shopifyId, email } of turned) expect(await byStoreId(shopifyId)).toMatchObject({ email });
});

test("leaves all addresses as they are when one customer's new address waits for an address that is taken", async () => {
  const emails = [newAddress("a"), newAddress("b")];
  const [first, second] = emails.map((email) => storeCustomer({ email })) as [StoreCustomer, StoreCustomer];
  await save(first, second);
  const taken = newAddress("taken");
  await owner.api.customers.create({ email: taken });
  await save({ ...first, email: second.email, updatedAt: later }, { ...second, email: taken, updatedAt: later });
  expect(await byStoreId(first.shopifyId)).toMatchObject({ email: first.email });
  expect(await byStoreId(second.shopifyId)).toMatchObject({ email: second.email });
});

test("takes newer data with a new id and a known address for the same customer, and older data for another one", async () => {
  const email = newAddress("again");
  const first = storeCustomer({ email, updatedAt: later });
  const [id] = await save(first);
  const older = storeCustomer({ email, name: "Before" });
  await save(older);
  expect(await byStoreId(older.shopifyId)).toMatchObject({ name: "Before", email: null });
  expect(await byStoreId(first.shopifyId)).toMatchObject({ id, email });
  const again = storeCustomer({ email, name: "Again", updatedAt: latest });
  expect(await save(again)).toEqual([id]);
  expect(await byStoreId(again.shopifyId)).toMatchObject({ id, name: "Again", email });
  expect(await byStoreId(first.shopifyId)).toBeUndefined();
});

test("tells two customers apart when one has the other's former address and both are saved together", async () => {
  const email = newAddress("passed");
  const first = storeCustomer({ email });
  const [id] = await save(first);
  const moved = { ...first, email: newAddress("moved"), updatedAt: later };
  const heir = storeCustomer({ email, name: "Heir", updatedAt: later });
  await save(heir, moved);
  expect(await byStoreId(first.shopifyId)).toMatchObject({ id, email: moved.email });
  expect(await byStoreId(heir.shopifyId)).toMatchObject({ name: "Heir", email });
});

test("saves each customer once, without a deadlock, when lists in different orders are saved at the same time", async () => {
  const many = Array.from({ length: 40 }, () => storeCustomer({ email: newAddress() }));
  const newer = many.map((customer) => ({ ...customer, totalOrders: 7, updatedAt: later }));
  await Promise.all([save(...many), save(...[...newer].reverse()), save(...newer), save(...[...many].reverse())]);
  const rows = await app.asOwner<{ total_orders: number }>(
    "select total_orders from customers where shopify_customer_id = any ($1)",
    [many.map(({ shopifyId }) => shopifyId)],
    owner.tenantId,
  );
  expect(rows.map((row) => row.total_orders)).toEqual(many.map(() => 7));
});

test("makes only one customer when a mail and a sync bring the same address at the same time", async () => {
  const emails = Array.from({ length: 10 }, () => newAddress("both"));
  const customers = emails.map((email) => storeCustomer({ email }));
  await Promise.all([...emails.map((email) => makeTicket(app, owner, { from: email })), save(...customers)]);
  for (const { email, shopifyId } of customers) {
    expect(await rowsBy("email", email ?? "")).toMatchObject([{ storeId: shopifyId }]);
  }
});

test("keeps another store's customers apart, even with equal id and address", async () => {
  const customer = storeCustomer({ email: newAddress() });
  await save(customer);
  const stranger = await newOwner(app);
  const ids = await app.db.withTenant(stranger.tenantId, (tx) => saveStoreCustomers(tx, [customer]));
  expect(await stranger.api.customers.get({ id: ids[0] ?? "" })).toMatchObject({ email: customer.email });
});

test("does not bring back an erased customer", async () => {
  const [gone, other] = [storeCustomer({ email: newAddress() }), storeCustomer({ email: newAddress() })];
  await app.asOwner(
    "insert into shopify_erased (client_id, kind, resource_id) values ($1, 'customer', $2)",
    [owner.tenantId, gone.shopifyId],
    owner.tenantId,
  );
  expect(await save(gone)).toEqual([]);
  expect(await save(gone, other)).toHaveLength(1);
  expect(await byStoreId(gone.shopifyId)).toBeUndefined();
});

test("saves an empty list", async () => {
  expect(await save()).toEqual([]);
  expect(await byStoreId(newStoreId())).toBeUndefined();
});
