import { money } from "@deskhand/contract/page";
import { type ParsedStoreData, parsedStoreDataSchema } from "@deskhand/contract/tracking";
import fc from "fast-check";
import { expect, test } from "vitest";
import { parseStoreData } from "./parse-store-data.ts";

type Order = ParsedStoreData["orders"][number];

const note = `SHOPIFY_INTEGRATION_DATA:
SHOPIFY CUSTOMER INFORMATION:
Customer ID: 7012345678901
Name: Jane Doe
Email: jane@customer.test
Total Orders: 12
Total Spent: $1,234.50

RECENT ORDERS:
1. Order #1042
   Date: 2026-11-02
   Total: $59.00
   Status: paid/fulfilled
   Tracking: 1Z999AA10123456784 (UPS)
   Items:
   - Linen lamp (Qty: 2) - $19.50
   - Bulb, "warm" (E27) (Qty: 1) - $20.00
2. Order #1040
   Status: pending/null`;

const linenLamp = { title: "Linen lamp", quantity: 2, price: "19.50" };
const none = { status: null, fulfillment: null, amount: null, currency: null, date: null, tracking: null, items: [] };

test("reads a note with its customer, orders, items and tracking", () => {
  expect(parseStoreData({ notes: ["Called twice.", note, "Order 7"], messages: [] })).toEqual({
    source: "note",
    customerId: "7012345678901",
    customerName: "Jane Doe",
    customerEmail: "jane@customer.test",
    totalOrders: 12,
    totalSpent: "1234.50",
    currency: "USD",
    orders: [
      {
        name: "#1042",
        orderNumber: "1042",
        status: "paid",
        fulfillment: "fulfilled",
        amount: "59.00",
        currency: "USD",
        date: "2026-11-02",
        tracking: { text: "1Z999AA10123456784 (UPS)", number: "1Z999AA10123456784", carrier: "UPS" },
        items: [linenLamp, { title: 'Bulb, "warm" (E27)', quantity: 1, price: "20.00" }],
      },
      { ...none, name: "#1040", orderNumber: "1040", status: "pending" },
    ],
  });
});

test("reads a block in the ticket, and marks it as unverified words of its writer", () => {
  const block = [
    "Hello, see below\r\n\r\nOrder WEB-1042-EU\r\n   Date: 11/2/2026\r\n   Total: 1.042,50 EUR\r\n   Status: refunded/",
    "   Items:\r\n   - Date: Medjool (Qty: 3) - €4\r\n   - Tracking: a handbook (Qty: 1)\r\n   Tracking: LL123456789CN",
    "Thanks",
  ].join("\r\n");
  const order = {
    name: "WEB-1042-EU",
    orderNumber: "WEB-1042-EU",
    status: "refunded",
    fulfillment: null,
    amount: "1042.50",
    currency: "EUR",
    date: "11/2/2026",
    tracking: { text: "LL123456789CN", number: "LL123456789CN", carrier: "Unknown" },
    items: [
      { title: "Date: Medjool", quantity: 3, price: "4" },
      { title: "Tracking: a handbook", quantity: 1, price: null },
    ],
  };
  const read = parseStoreData({ notes: ["nothing here"], messages: [block, "Any news?"] });
  expect(read).toMatchObject({ source: "ticket", customerId: null, totalOrders: null, orders: [order] });
});

test.each([
  ["1. Order #1042 - $59.00 - paid/fulfilled - 2026-11-02", { amount: "59.00", status: "paid", date: "2026-11-02" }],
  ["1. Order #1042 (partially refunded) - Tracking: JD014600003RU (DHL)", { status: "partially refunded" }],
  ["1. Order #1042: Total: 59 kr", { amount: "59", currency: null }],
  ["  12. Order #1042, paid", { status: "paid" }],
  ["1. Order #1042 - $59.00 - paid - Nov 2, 2026", { amount: "59.00", status: "paid", date: "Nov 2, 2026" }],
  ["1. Order #1042 - Nov 2, 2026 - paid", { amount: null, status: "paid", date: "Nov 2, 2026" }],
  ["1. Order #1042, 2nd November, 2026, 59.00", { amount: "59.00", date: "2nd November, 2026" }],
  ["1. Order #1042 (2026)", { amount: null, date: "2026" }],
  ["1. Order #1042 - Nov 2026 - EUR 59", { amount: "59", currency: "EUR", date: "Nov 2026" }],
  ["1. Order #1042 - 2. November 2026 - 59,00 €", { amount: "59.00", currency: "EUR", date: "2. November 2026" }],
  ["1. Order #1042 - 02.11.2026 - 2026 kr", { amount: "2026", date: "02.11.2026" }],
  ["1. Order #1042 - 2 Nov - 59.00", { amount: "59.00", date: "2 Nov" }],
  ["1. Order #1042 - Total: 2026 - paid", { amount: "2026", date: null, status: "paid" }],
])("reads a numbered line with all values beside the name: %s", (line, expected) => {
  const read = parseStoreData({ notes: [`SHOPIFY CUSTOMER INFORMATION:\nRECENT ORDERS:\n${line}`], messages: [] });
  expect(read?.orders).toMatchObject([{ name: "#1042", orderNumber: "1042", ...expected }]);
});

test.each([
  "",
  "Order #1042 has not arrived. Total: $59.00",
  "Order of the day\nTracking is broken",
  "Order 1042\nplease",
  "Order\nTotal: $5",
  "SHOPIFY CUSTOMER INFORMATION:",
  "SHOPIFY_INTEGRATION_DATA: {}",
  "SHOPIFY_INTEGRATION_DATA:\nTotal Orders: 3\nTotal Spent: $4",
])("returns nothing where nothing can be read: %j", (text) => {
  expect(parseStoreData({ notes: [text], messages: [text] })).toBeNull();
});

test("never takes a customer's mail for a note", () => {
  expect(parseStoreData({ notes: [], messages: [note] })?.source).not.toBe("note");
});

test.each([
  ["$59.00", "59.00", "USD"],
  ["59.00 EUR", "59.00", "EUR"],
  ["€1.042,50", "1042.50", "EUR"],
  ["1 042,50 zł", "1042.50", "PLN"],
  ["CHF 1'042.50", "1042.50", "CHF"],
  ["¥1,042", "1042", "JPY"],
  ["KWD 1.042", "1.042", "KWD"],
  ["-$5.00", "-5.00", "USD"],
  ["$-5.00", "-5.00", "USD"],
  ["1,234,567.89", "1234567.89", null],
  ["₹1,23,456.78", "123456.78", "INR"],
  ["1.042.000", "1042000", null],
  ["007", "7", null],
  ["many", null, null],
  ["5.00.1", null, null],
  ["1e9", null, null],
  ["9".repeat(40), null, null],
])("reads an amount as a decimal string: %s", (text, amount, currency) => {
  const read = parseStoreData({ notes: [], messages: [`Order 1\nTotal: ${text}`] });
  expect(read?.orders).toMatchObject([{ amount, currency }]);
});

const line = fc
  .string({ unit: fc.constantFrom(..."aZ9 -–#:/(),.éß日本$€ "), minLength: 1, maxLength: 40 })
  .map((text) => `x${text.trim()}x`);
const price = fc
  .record({ whole: fc.nat(10_000_000), cents: fc.nat(99), isGrouped: fc.boolean() })
  .map(({ whole, cents, isGrouped }) => {
    const decimals = String(cents).padStart(2, "0");
    const text = `${isGrouped ? whole.toLocaleString("en-US") : whole}.${decimals}`;
    return { text, amount: money.parse(`${whole}.${decimals}`) };
  });
const tracking = fc.record({
  number: fc.string({ unit: fc.constantFrom(..."ABZ0189"), minLength: 1, maxLength: 30 }).map((text) => `${text}7`),
  carrier: fc.constantFrom("UPS", "Royal Mail", "DHL Express", "Unknown"),
});
const writtenOrder = fc.record({
  name: fc.constantFrom("#", "", "WEB-").chain((prefix) => fc.nat(999_999).map((number) => `${prefix}${number}`)),
  date: line,
  total: price,
  status: fc.constantFrom("paid", "partially_refunded"),
  tracking,
  fulfillment: fc.constantFrom("fulfilled", "partial", "null"),
  items: fc.array(fc.record({ title: line, quantity: fc.nat(500), price }), { maxLength: 4 }),
});
type Written = typeof writtenOrder extends fc.Arbitrary<infer T> ? T : never;

function body({ date, total, status, fulfillment, items, tracking: { number, carrier } }: Written): string {
  const lines = [`   Date: ${date}`, `   Total: $${total.text}`, `   Status: ${status}/${fulfillment}`, "   Items:"];
  const itemLines = items.map((item) => `   - ${item.title} (Qty: ${item.quantity}) - $${item.price.text}`);
  const via = carrier === "Unknown" ? "" : ` (${carrier})`;
  return [...lines, ...itemLines, `   Tracking: ${number}${via}`].join("\n");
}

function meant({ name, date, total, status, fulfillment, items, tracking: { number, carrier } }: Written): Order {
  return {
    name,
    orderNumber: name.replace("#", ""),
    status,
    date,
    amount: total.amount,
    currency: "USD",
    fulfillment: fulfillment === "null" ? null : fulfillment,
    tracking: { text: carrier === "Unknown" ? number : `${number} (${carrier})`, number, carrier },
    items: items.map((item) => ({ ...item, price: item.price.amount })),
  };
}

test("reads back what is written as a note", () => {
  fc.assert(
    fc.property(line, line, fc.nat(99_999), price, fc.array(writtenOrder), (name, email, count, spent, orders) => {
      const head = `Customer ID: 7\nName: ${name}\nEmail: ${email}\nTotal Orders: ${count}\nTotal Spent: $${spent.text}`;
      const numbered = orders.map((order, index) => `${index + 1}. Order ${order.name}\n${body(order)}`);
      const text = `SHOPIFY CUSTOMER INFORMATION:\n${head}\n\nRECENT ORDERS:\n${numbered.join("\n\n")}`;
      const customer = { customerId: "7", customerName: name, customerEmail: email, totalOrders: count };
      expect(parseStoreData({ notes: [text], messages: [] })).toEqual({
        source: "note",
        ...customer,
        totalSpent: spent.amount,
        currency: "USD",
        orders: orders.map(meant),
      });
    }),
  );
});

test("reads back what is written as a block, whatever surrounds it", () => {
  fc.assert(
    fc.property(fc.array(writtenOrder, { minLength: 1 }), line, (orders, around) => {
      const blocks = orders.map((order) => `Order ${order.name}\n${body(order)}`);
      const read = parseStoreData({ notes: [], messages: [`${around}\n${blocks.join("\n")}\n\n${around}`] });
      expect(read?.orders).toEqual(orders.map(meant));
    }),
  );
});

const words = [
  "SHOPIFY CUSTOMER INFORMATION:",
  "RECENT ORDERS:",
  "1. Order ",
  "Order ",
  "Total:",
  "Status:",
  "Tracking:",
];
const fragment = fc.oneof(
  fc.constantFrom(...words, "Items:", "- ", " (Qty: ", "9)", " - $", "\n", "\r\n", "   ", "/", "0", "\0", "\ud800"),
  fc.string({ unit: "binary", maxLength: 5 }),
);

test("returns data of the contract or none for any text", () => {
  fc.assert(
    fc.property(fc.array(fragment, { maxLength: 80 }), (parts) => {
      const text = parts.join("");
      const read = parseStoreData({ notes: [text, `SHOPIFY_INTEGRATION_DATA:${text}`], messages: [text] });
      if (read) parsedStoreDataSchema.parse(read);
    }),
    { numRuns: 2_000 },
  );
});

test.each([
  "Order 1\nTotal: ",
  "1. Order ",
  "Order 1\n- (Qty: ",
  "(Qty: 1",
  " - $",
  "1,",
  "Tracking: A",
  "Order \n",
  "   ",
])("reads a megabyte of %j, for which quadratic work would not end within a test", (part) => {
  const text = `SHOPIFY CUSTOMER INFORMATION:\nOrder 1\n${part.repeat(1_000_000 / part.length)}`;
  expect(() => parseStoreData({ notes: [text], messages: [text] })).not.toThrow();
});
