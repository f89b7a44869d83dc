import { afterAll, beforeAll, expect, test } from "vitest";
import { createShopifyStandIn, type ShopifyStandIn } from "../../../../../stand-ins/shopify/create-stand-in.ts";
import { type AdminApi, openAdminApi, patience } from "../../../platform/shopify/admin-api.ts";
import { fetchCustomersByIds, fetchOrdersByIds } from "./fetch-orders.ts";
import { readOrders } from "./read-orders.ts";

const domain = "lamps.myshopify.com";
let standIn: ShopifyStandIn;
let store: AdminApi;
beforeAll(async () => {
  standIn = await createShopifyStandIn({ stores: [{ domain }] });
  const { accessToken } = standIn.store(domain).addToken(["read_orders", "read_customers"]);
  const storeUrl = standIn.storeUrl.replace("{shop}", domain);
  store = openAdminApi({ storeUrl, apiVersion: "2026-10", accessToken }, patience.person);
});
afterAll(() => standIn.close());

type OrderInput = Parameters<ReturnType<ShopifyStandIn["store"]>["createOrder"]>[0];
async function readOne(input: OrderInput) {
  const { id } = standIn.store(domain).createOrder(input);
  const { orders, unreadable } = await fetchOrdersByIds(store, [String(id)]);
  expect(unreadable).toEqual([]);
  const [order] = orders;
  if (!order) throw new Error("The order did not come");
  return order;
}

test("reads an order with enum values in lower case, its customer, and null for missing values", async () => {
  const customer = standIn.store(domain).createCustomer({ firstName: "Zoë", lastName: null, email: "ZOE@Shop.Test" });
  const order = await readOne({
    customerId: customer.id,
    email: "ZOE@Shop.Test",
    lineItems: [{ title: "Cup", price: "1.50", quantity: 2 }],
  });
  expect(order).toMatchObject({
    customerShopifyId: String(customer.id),
    email: "zoe@shop.test",
    totalPrice: "3.0",
    currency: "EUR",
    financialStatus: "paid",
    fulfillmentStatus: null,
    totalRefunded: expect.stringMatching(/^0/),
    shippingAddress: null,
    cancelledAt: null,
    cancelReason: null,
    isTest: false,
    refunds: [],
    fulfillments: [],
    lineItems: [{ title: "Cup", quantity: 2, currentQuantity: 2, price: "1.5", productId: null, imageUrl: null }],
  });
  expect(order.paidAt).toBe(order.createdAt);
  expect(order.createdAt).toMatch(/^2026-.*\.000Z$/);
});

test("reads the parts of a total in the store's and the customer's currency, with discount codes", async () => {
  const { sums, totalPrice } = await readOne({
    discount: "10.00",
    discountCodes: ["SUMMER10"],
    shipping: "7.50",
    tax: "15.56",
    presentment: { currency: "JPY", rate: "163.41" },
    lineItems: [{ title: "Lamp", price: "99.95" }],
  });
  expect(totalPrice).toBe("97.45");
  expect(sums).toEqual({
    subtotal: "89.95",
    discounts: "10.0",
    shipping: "7.5",
    tax: "15.56",
    discountCodes: ["SUMMER10"],
    isTaxIncluded: true,
    shown: {
      currency: "JPY",
      total: "15924.0",
      refunded: "0.0",
      subtotal: "14699.0",
      discounts: "1634.0",
      shipping: "1226.0",
      tax: "2543.0",
    },
  });
});

test("fetches what does not fit beside an order: items, shipments, their parcels and reports, refunds", async () => {
  const controls = standIn.store(domain);
  const lines = Array.from({ length: 230 }, (_, line) => ({ title: `Bead ${line}`, price: "0.10", quantity: 5 }));
  const { id } = controls.createOrder({ lineItems: lines });
  for (let box = 0; box < 5; box += 1) {
    const trackingInfo = Array.from({ length: 4 }, (_, parcel) => ({
      number: `${box}-${parcel}`,
      company: "UPS",
      url: null,
    }));
    const shipped = controls.shipOrder(id, { lines: [{ line: box, quantity: 1 }], trackingInfo });
    for (let day = 1; day <= 12; day += 1) {
      const happenedAt = `2026-11-${String(day).padStart(2, "0")}T08:00:00Z`;
      controls.addFulfillmentEvent(id, shipped.id, { status: "IN_TRANSIT", happenedAt, message: `${box}/${day}` });
    }
    controls.refundOrder(id, { amount: `0.0${box + 1}` });
  }
  const { orders } = await fetchOrdersByIds(store, [String(id)]);
  const [order] = orders;
  expect(order?.lineItems.map(({ title }) => title)).toEqual(lines.map(({ title }) => title));
  expect(order?.fulfillments.map(({ parcels }) => parcels.map(({ number }) => number))).toEqual(
    Array.from({ length: 5 }, (_, box) => Array.from({ length: 4 }, (_, parcel) => `${box}-${parcel}`)),
  );
  expect(order?.fulfillments.map(({ events }) => events.length)).toEqual([12, 12, 12, 12, 12]);
  expect(order?.fulfillments[4]?.events[0]?.message).toBe("4/12");
  expect(order?.refunds.map(({ amount }) => amount)).toEqual(["0.01", "0.02", "0.03", "0.04", "0.05"]);
  expect(order?.fulfillmentStatus).toBe("partial");
});

const money = (amount: string) => ({ shopMoney: { amount }, presentmentMoney: { amount } });

/** An answer of the Admin API, with changes. */
const node = (changes: Record<string, unknown>) => {
  const at = "2026-10-01T08:00:00Z";
  const none = { pageInfo: { hasNextPage: false, endCursor: null }, nodes: [] };
  return {
    id: "gid://shopify/Order/1",
    legacyResourceId: "18446744073709551615",
    name: "#1",
    number: 1,
    email: null,
    phone: null,
    createdAt: at,
    updatedAt: at,
    cancelledAt: null,
    cancelReason: null,
    test: false,
    currencyCode: "USD",
    displayFinancialStatus: null,
    displayFulfillmentStatus: "UNFULFILLED",
    presentmentCurrencyCode: "USD",
    taxesIncluded: false,
    discountCodes: [],
    totalPriceSet: money("1.0"),
    totalRefundedSet: money("0.0"),
    subtotalPriceSet: money("1.0"),
    totalDiscountsSet: money("0.0"),
    totalShippingPriceSet: money("0.0"),
    totalTaxSet: null,
    customer: null,
    shippingAddress: null,
    billingAddress: null,
    lineItems: none,
    fulfillments: [],
    refunds: [],
    transactions: [],
    ...changes,
  };
};
const nobody: AdminApi = {
  ask: () => {
    throw new Error("Nothing more was to be asked");
  },
};
const askedAt = "2026-10-03T08:00:00.000Z";
const read = async (changes: Record<string, unknown>) => (await readOrders(nobody, [node(changes)], askedAt)).orders[0];
const item = (changes: Record<string, unknown>) => ({
  lineItems: {
    pageInfo: { hasNextPage: false, endCursor: null },
    nodes: [
      {
        id: "1",
        title: "Cup",
        name: "Cup",
        quantity: 1,
        currentQuantity: 1,
        variantTitle: null,
        sku: null,
        originalUnitPriceSet: money("1"),
        image: null,
        product: null,
        ...changes,
      },
    ],
  },
});
const paid = (...transactions: [kind: string, status: string, at: string | null][]) => ({
  transactions: transactions.map(([kind, status, processedAt]) => ({
    kind,
    status,
    processedAt,
    createdAt: "2026-10-09T00:00:00Z",
    test: false,
  })),
});

test.each<[string, Record<string, unknown>, Record<string, unknown>]>([
  ["an id of 64 bits", {}, { shopifyId: "18446744073709551615" }],
  ["no status at all", {}, { financialStatus: null, fulfillmentStatus: null }],
  ["a status", { displayFinancialStatus: "PARTIALLY_REFUNDED" }, { financialStatus: "partially_refunded" }],
  ["partly shipped", { displayFulfillmentStatus: "PARTIALLY_FULFILLED" }, { fulfillmentStatus: "partial" }],
  ["shipped", { displayFulfillmentStatus: "FULFILLED" }, { fulfillmentStatus: "fulfilled" }],
  ["a status that is to come", { displayFulfillmentStatus: "BEAMED_UP" }, { fulfillmentStatus: "beamed_up" }],
  ["three decimals", { totalPriceSet: money("12.345") }, { totalPrice: "12.345" }],
  ["none", { totalPriceSet: money("12800") }, { totalPrice: "12800" }],
  [
    "more digits than a number holds",
    { totalPriceSet: money("12345678901234567.89") },
    { totalPrice: "12345678901234567.89" },
  ],
  ["an amount below zero", { totalPriceSet: money("-1.00") }, { totalPrice: null }],
  ["no amount", { totalPriceSet: null, totalRefundedSet: null }, { totalPrice: null, totalRefunded: "0" }],
  ["an address without a sign", { email: "nobody" }, { email: null }],
  ["a blank address", { email: "  " }, { email: null }],
  ["an address with blanks around", { email: " A@B.Test " }, { email: "a@b.test" }],
  ["a long number", { phone: "1".repeat(80) }, { phone: "1".repeat(50) }],
  ["a date of the year 1", { cancelledAt: "0001-01-01T00:00:00Z" }, { cancelledAt: null }],
  ["a date of no calendar", { cancelledAt: "soon" }, { cancelledAt: null }],
  ["a time of another zone", { createdAt: "2026-10-01T10:00:00+02:00" }, { createdAt: "2026-10-01T08:00:00.000Z" }],
  ["a name with NUL and half a character", { name: "#1\0\ud800" }, { name: "#1\ufffd" }],
  ["a blank name", { name: " " }, { name: "#1" }],
  ["a long title", item({ title: "é".repeat(900) }), { lineItems: [{ title: "é".repeat(500) }] }],
  [
    "a title whose end is half a sign",
    item({ title: `${"a".repeat(499)}🪔` }),
    { lineItems: [{ title: "a".repeat(499) }] },
  ],
  ["a blank title", item({ title: "", name: "Cup - Red" }), { lineItems: [{ title: "Cup - Red" }] }],
  ["neither title nor name", item({ title: " ", name: null }), { lineItems: [{ title: "Untitled item" }] }],
  ["no price", item({ originalUnitPriceSet: null }), { lineItems: [{ price: null }] }],
  [
    "a picture",
    item({ image: { url: "https://a.test/1.png" } }),
    { lineItems: [{ imageUrl: "https://a.test/1.png" }] },
  ],
  ["a picture that is a program", item({ image: { url: "javascript:alert(1)" } }), { lineItems: [{ imageUrl: null }] }],
  ["a quantity below zero", item({ quantity: -1 }), { lineItems: [{ quantity: 0 }] }],
  [
    "an address in any script",
    {
      shippingAddress: {
        firstName: "李",
        lastName: null,
        address1: "彌敦道\n123",
        city: "香港",
        zip: "",
        country: "HK",
      },
    },
    { shippingAddress: { first_name: "李", address1: "彌敦道 123", city: "香港", country: "HK" } },
  ],
  ["an address of nothing", { shippingAddress: { firstName: null, city: " " } }, { shippingAddress: null }],
  ["nothing taken", paid(["AUTHORIZATION", "SUCCESS", "2026-10-01T00:00:00Z"]), { paidAt: null }],
  ["a payment that failed", paid(["SALE", "FAILURE", "2026-10-01T00:00:00Z"]), { paidAt: null }],
  [
    "taken twice",
    paid(
      ["CAPTURE", "SUCCESS", "2026-10-03T00:00:00Z"],
      ["SALE", "SUCCESS", "2026-10-02T00:00:00Z"],
      ["REFUND", "SUCCESS", null],
    ),
    { paidAt: "2026-10-03T00:00:00.000Z" },
  ],
  ["taken at no time", paid(["SALE", "SUCCESS", null]), { paidAt: "2026-10-09T00:00:00.000Z" }],
])("%s", async (_, changes, expected) => {
  expect(await read(changes)).toMatchObject(expected);
});

test.each<[string, Record<string, unknown>, string]>([
  ["no amount", { totalPriceSet: money("1e5") }, "18446744073709551615: totalPriceSet.shopMoney.amount is no amount"],
  ["no time", { createdAt: "soon" }, "18446744073709551615: createdAt is no time"],
  ["a time thousands of years away", { createdAt: "+012026-10-01T08:00:00Z" }, "createdAt is no time"],
  ["no list", { lineItems: null }, "lineItems"],
  ["no currency", { currencyCode: "dollars" }, "currencyCode"],
  ["no id", { legacyResourceId: null }, "null: legacyResourceId"],
])("leaves out and names an order with %s, and reads the others", async (_, changes, fault) => {
  const { orders, unreadable } = await readOrders(
    nobody,
    [node({ name: "#2" }), node(changes), node({ name: "#3" })],
    askedAt,
  );
  expect(orders.map(({ name }) => name)).toEqual(["#2", "#3"]);
  expect(unreadable.map(({ shopifyId, fault }) => `${shopifyId}: ${fault}`)).toEqual([expect.stringContaining(fault)]);
});

test.each([null, 7, "order", [], {}])("rejects %j as an order", async (nothing) => {
  expect(await readOrders(nobody, [nothing], askedAt)).toMatchObject({ orders: [], unreadable: [{ shopifyId: null }] });
});

const refund = { createdAt: null, processedAt: null, totalRefundedSet: money("1") };

/** A store that answers requests by id with these nodes, and lists these. */
const says = (nodes: unknown[], listed: unknown[]): AdminApi => ({
  ask: async ({ text, answer }) => {
    const orders = { pageInfo: { hasNextPage: false, endCursor: null }, nodes: listed };
    return answer.parse(text.includes("OrdersById") ? { nodes } : { orders });
  },
});

test.each<[string, unknown[], object]>([
  ["is listed all the same is read from the list", [node({ name: "#7" })], { orders: [{ name: "#7" }], missing: [] }],
  ["is not listed either is missing", [], { orders: [], missing: ["18446744073709551615"] }],
  [
    "may stand in a list of nulls is unreadable",
    [null],
    { orders: [], missing: [], unreadable: [{ fault: "is null" }] },
  ],
])("reads an order that is answered by null and %s", async (_, listed, expected) => {
  expect(await fetchOrdersByIds(says([null], listed), ["18446744073709551615"])).toMatchObject(expected);
});

test("takes an order answered by null as missing when its deletion was reported, whatever a list still says", async () => {
  const deleted = new Set(["18446744073709551615"]);
  expect(await fetchOrdersByIds(says([null], [node({})]), [...deleted], deleted)).toMatchObject({
    orders: [],
    missing: [...deleted],
  });
});

test.each([
  ["its items", { lineItems: { pageInfo: { hasNextPage: true, endCursor: "a" }, nodes: [] } }, "lineItems are missing"],
  ["its parts", { refunds: Array.from({ length: 3 }, () => refund) }, "its parts are missing"],
])("leaves a stored order unchanged when %s are answered by null", async (_, changes, fault) => {
  const silent: AdminApi = { ask: async ({ answer }) => answer.parse({ order: null }) };
  const { orders, unreadable } = await readOrders(silent, [node(changes)], askedAt);
  expect([orders, unreadable]).toMatchObject([[], [{ fault }]]);
});

test("reports as missing what the store lacks, and fetches customers by id", async () => {
  const { id } = standIn.store(domain).createCustomer({ firstName: "A", lastName: "B", phone: "+1" });
  expect(await fetchOrdersByIds(store, ["404"])).toMatchObject({ orders: [], missing: ["404"] });
  expect(await fetchCustomersByIds(store, [String(id), "404"])).toMatchObject({
    customers: [{ shopifyId: String(id), name: "A B", email: null, totalOrders: 0, lastOrderAt: null }],
    missing: ["404"],
    unreadable: [],
  });
});
