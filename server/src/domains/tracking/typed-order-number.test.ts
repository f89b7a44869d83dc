import { afterAll, beforeAll, expect, test } from "vitest";
import { newId } from "../../platform/db/ids.ts";
import { type Desk, openDesk } from "../../testing/open-desk.ts";
import { makeTicket } from "../../testing/test-desk.ts";
import { newOwner, type Person } from "../../testing/test-people.ts";
import { importCustomers } from "../customers/index.ts";
import { importOrders } from "../orders/index.ts";

let app: Desk;
beforeAll(async () => {
  app = await openDesk();
});
afterAll(() => app.stop());

type Whose = "jane" | "jane's address" | "bob" | "nobody";
const stores = {
  "bob's numbers": [
    ...["#2026", "#1042", "#5555", "#10123456784", "#417", "#12", "#10421043", "#20260417"].map(
      (name) => [name, "bob"] as const,
    ),
    ["#7001", "nobody"],
  ],
  "jane's and bob's": [
    ["#1042", "jane"],
    ["#1043", "bob"],
    ["#3001", "jane's address"],
    ["#WEB-2026-0417-EU", "jane"],
    ["#WEB-2026-0418-EU", "bob"],
    ["#заказ-88", "jane"],
    ["#заказ-89", "bob"],
    ["#9917", "bob", "1234"],
  ],
  "several series": [
    ["#WEB-1042", "bob"],
    ["#POS-1042", "bob"],
    ["#WEB-2000", "bob"],
    ["#POS-2000", "jane"],
    ["#3000", "bob"],
    ["#WEB-3000", "jane"],
    ["#WEB-4000", "jane"],
    ["#POS-4000", "jane"],
    ["#5000", "bob"],
    ["#5000-2", "jane"],
    ["#6000", "jane"],
    ["6000", "bob"],
    ["#7000", "jane"],
    ["7000", "jane"],
    ["#8000", "bob"],
    ["8000", "nobody"],
    ...["#A-9000", "#B-9000", "#C-9000", "#D-9000", "#E-9000"].map((name) => [name, "bob"] as const),
    ["#X-9000", "jane"],
  ],
  empty: [],
} satisfies Record<string, readonly (readonly [name: string, whose: Whose, number?: string])[]>;

type Case = [store: keyof typeof stores, typed: string, found: string];
/** What is found for a number typed on jane's ticket, and whether a reply is filled with it. */
const cases: Case[] = [
  // Another person's numbers that are only part of the typed text.
  ["bob's numbers", "2026-0417", "none"],
  ["bob's numbers", "2026/0417", "none"],
  ["bob's numbers", "2026 0417", "none"],
  ["bob's numbers", "INV 5555 of 12.03", "none"],
  ["bob's numbers", "1Z999AA10123456784", "none"],
  ["bob's numbers", "1042, 1043", "none"],
  ["bob's numbers", "1042 1043", "none"],
  ["bob's numbers", "#1042#1043", "none"],
  ["bob's numbers", "#1042 #1043", "none"],
  ["bob's numbers", "1042.50", "none"],
  ["bob's numbers", "+49 30 1042", "none"],
  ["bob's numbers", "104", "none"],
  ["bob's numbers", "10420", "none"],
  ["bob's numbers", "no digits", "none"],
  ["bob's numbers", "—", "none"],
  ["bob's numbers", "%", "none"],
  // Another person's number with other letters around it: shown as theirs, and nothing more.
  ["bob's numbers", "WEB-1042", "#1042 other another_address"],
  ["bob's numbers", "ORD-12", "#12 other another_address"],
  ["bob's numbers", "01042", "#1042 other another_address"],
  ["bob's numbers", "ORD-7001", "#7001 other without_owner"],
  // Its exact name: the agent means it, whosever it is.
  ["bob's numbers", "1042", "#1042 other another_address filled"],
  ["bob's numbers", " # 1042 ", "#1042 other another_address filled"],
  ["bob's numbers", "№ 1042", "#1042 other another_address filled"],
  ["bob's numbers", "１０４２", "#1042 other another_address filled"],
  ["bob's numbers", "7001", "#7001 other without_owner filled"],
  ["bob's numbers", "10421043", "#10421043 other another_address filled"],

  ["jane's and bob's", "1042", "#1042 certain - filled"],
  ["jane's and bob's", "ORD-1042", "#1042 likely - filled"],
  ["jane's and bob's", "Order no. 1042", "#1042 likely - filled"],
  ["jane's and bob's", "001042", "#1042 likely - filled"],
  ["jane's and bob's", "ORD-1043", "#1043 other another_address"],
  ["jane's and bob's", "3001", "#3001 certain - filled"],
  ["jane's and bob's", "web-2026-0417-eu", "#WEB-2026-0417-EU certain - filled"],
  ["jane's and bob's", "WEB–2026–0417–EU", "#WEB-2026-0417-EU certain - filled"],
  ["jane's and bob's", "WEB - 2026 - 0417 - EU", "#WEB-2026-0417-EU certain - filled"],
  ["jane's and bob's", "WEB 2026 0417 EU", "#WEB-2026-0417-EU likely - filled"],
  ["jane's and bob's", "WEB 2026 0418 EU", "#WEB-2026-0418-EU other another_address"],
  ["jane's and bob's", "WEB-2026-0418-EU", "#WEB-2026-0418-EU other another_address filled"],
  ["jane's and bob's", "2026-0417", "none"],
  ["jane's and bob's", "WEB-2026", "none"],
  ["jane's and bob's", "2026", "none"],
  ["jane's and bob's", "ЗАКАЗ-88", "#заказ-88 certain - filled"],
  ["jane's and bob's", "счёт-88", "#заказ-88 likely - filled"],
  ["jane's and bob's", "заказ-89", "#заказ-89 other another_address filled"],
  ["jane's and bob's", "счёт-89", "#заказ-89 other another_address"],
  // The platform's own number is no name where the store calls the order otherwise.
  ["jane's and bob's", "1234", "none"],
  ["jane's and bob's", "99999", "none"],

  ["several series", "1042", "none"],
  ["several series", "ORD-1042", "none"],
  ["several series", "WEB-1042", "#WEB-1042 other another_address filled"],
  ["several series", "2000", "#POS-2000 likely - filled"],
  ["several series", "WEB-2000", "#WEB-2000 other another_address filled"],
  ["several series", "POS-2000", "#POS-2000 certain - filled"],
  ["several series", "3000", "#3000 other another_address"],
  ["several series", "4000", "#POS-4000 likely -"],
  ["several series", "5000", "#5000 other another_address filled"],
  ["several series", "5000-2", "#5000-2 certain - filled"],
  ["several series", "6000", "#6000 certain - filled"],
  ["several series", "7000", "7000 likely -"],
  ["several series", "8000", "8000 other without_owner"],
  ["several series", "9000", "#X-9000 likely - filled"],
  ["several series", "F-9000", "#X-9000 likely - filled"],

  ["empty", "1042", "none"],
  ["empty", "ORD-12345", "none"],
];

type Store = { owner: Person; responseId: string };
const filled = new Map<keyof typeof stores, Promise<Store>>();

async function fillStore(store: keyof typeof stores): Promise<Store> {
  const owner = await newOwner(app);
  const [jane, bob] = [newId(), newId()];
  const created = { created_at: "2026-01-01T00:00:00Z" };
  await app.services.db.withTenant(owner.tenantId, async (tx) => {
    await importCustomers(tx, [
      { id: jane, name: "Jane", email: "jane@typed.test", ...created },
      { id: bob, name: "Bob", email: "bob@typed.test", ...created },
    ]);
    const people: Record<Whose, { customer_id: string | null; email: string | null }> = {
      jane: { customer_id: jane, email: null },
      "jane's address": { customer_id: null, email: "jane@typed.test" },
      bob: { customer_id: bob, email: "bob@typed.test" },
      nobody: { customer_id: null, email: null },
    };
    const orders: readonly (readonly [string, Whose, string?])[] = stores[store];
    await importOrders(
      tx,
      orders.map(([name, owner, number], at) => {
        const order_number = number ?? name.match(/\d+/g)?.at(-1)?.replace(/^0+/, "") ?? "";
        return {
          id: newId(),
          shopify_order_id: String(at + 1),
          name,
          order_number,
          ...people[owner],
          currency: "EUR",
          total_price: "777.00",
          lineItems: [],
          fulfillments: [],
          shopify_created_at: new Date(Date.UTC(2026, 9, 1, 0, at)).toISOString(),
        };
      }),
    );
  });
  const making = { title: "Order", content: "{{order.name}}", category: "General", tags: [] };
  const { id } = await owner.api.cannedResponses.create({ ...making, idempotencyKey: newId() });
  return { owner, responseId: id };
}

async function storeOf(name: keyof typeof stores): Promise<Store> {
  const store = filled.get(name) ?? fillStore(name);
  filled.set(name, store);
  return store;
}

test.each(cases)("reads %s %j as %s", async (store, orderNumber, expected) => {
  const { owner, responseId } = await storeOf(store);
  const { id: ticketId } = await makeTicket(app, owner, { from: "jane@typed.test", subject: "Hello" });
  await owner.api.tracking.saveOrderNumber({ ticketId, orderNumber });
  const { savedOrder, savedCertainty, savedDoubt } = await owner.api.tracking.ofTicket({ ticketId });
  const { content } = await owner.api.cannedResponses.fill({ ticketId, id: responseId, to: ["jane@typed.test"] });
  const said = savedOrder ? `${savedOrder.name} ${savedCertainty} ${savedDoubt ?? "-"}` : "none";
  expect(content === "{{order.name}}" ? said : `${said} filled`).toBe(expected);
  if (content !== "{{order.name}}") expect(content).toBe(savedOrder?.name);

  const looked = owner.api.tracking.look({ ticketId, orderNumber });
  if (!savedOrder) await expect(looked).rejects.toMatchObject({ code: "tracked_order_not_found" });
  else expect((await looked).order.id).toBe(savedOrder.id);
});

test("treats every order as another person's on a ticket without a customer", async () => {
  const { owner } = await storeOf("jane's and bob's");
  const { id: ticketId } = await makeTicket(app, owner, { from: null });
  await owner.api.tracking.saveOrderNumber({ ticketId, orderNumber: "1042" });
  const { savedCertainty, savedDoubt } = await owner.api.tracking.ofTicket({ ticketId });
  expect([savedCertainty, savedDoubt]).toEqual(["other", "another_address"]);
});

test("finds an order by a parcel's number, however its blanks are typed, and whosever it is", async () => {
  const owner = await newOwner(app);
  const at = "2026-10-01T08:00:00.000Z";
  const sent = (name: string, email: string, numbers: string[]) => ({
    id: newId(),
    shopify_order_id: name.slice(1),
    order_number: name.slice(1),
    name,
    customer_id: null,
    email,
    currency: "EUR",
    total_price: "9.00" as const,
    lineItems: [],
    shopify_created_at: at,
    fulfillments: numbers.map((tracking_number) => ({
      id: newId(),
      status: "success",
      tracking_number,
      tracking_company: "UPS",
      tracking_url: null,
      shopify_created_at: at,
    })),
  });
  await app.services.db.withTenant(owner.tenantId, (tx) =>
    importOrders(tx, [
      sent("#1", "jane@typed.test", ["1Z 999 AA1 01 2345 6784", "TWICE-77"]),
      sent("#2", "bob@typed.test", ["00340434161094042557"]),
      sent("#3", "bob@typed.test", ["TWICE-88"]),
      sent("#4", "bob@typed.test", ["TWICE-88"]),
    ]),
  );
  const { id: ticketId } = await makeTicket(app, owner, { from: "jane@typed.test", subject: "Hello" });
  const find = async (orderNumber: string) => {
    await owner.api.tracking.saveOrderNumber({ ticketId, orderNumber });
    const { savedOrder, savedCertainty } = await owner.api.tracking.ofTicket({ ticketId });
    return savedOrder && `${savedOrder.name} ${savedCertainty}`;
  };
  expect(await find("1Z999AA10123456784")).toBe("#1 certain");
  expect(await find("1z 999 aa1 0123456784")).toBe("#1 certain");
  expect(await find("0034 0434 1610 9404 2557")).toBe("#2 other");
  expect(await find("TWICE-88")).toBeNull();
  expect(await find("1Z999AA10123456785")).toBeNull();
  const { order } = await owner.api.tracking.look({ ticketId, orderNumber: "TWICE77" });
  expect(order.name).toBe("#1");
});
