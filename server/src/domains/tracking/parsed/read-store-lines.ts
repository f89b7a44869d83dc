import type { Money } from "@deskhand/contract/page";
import type { ParsedStoreData } from "@deskhand/contract/tracking";
import { isPriced, readAmount } from "./read-amount.ts";
import { readTracking } from "./read-tracking.ts";

type Order = ParsedStoreData["orders"][number];
type Item = Order["items"][number];
type Customer = Omit<ParsedStoreData, "source" | "orders">;
/** An order, and how many of its lines were read after its name. */
type ReadOrder = { order: Order; lines: number };
type StoreLines = { customer: Customer; orders: ReadOrder[] };

/** How the line that begins an order is written: the name of the order, and what stands beside it; null for another line. */
export type ReadHead = (line: string) => { name: string; rest: string[] } | null;

const most = { lines: 10_000, lineLength: 1_000, orders: 500, items: 500 };

/** Reads the lines of a customer and their orders, of which each begins as `readHead` says; what is none of these is passed over. */
export function readStoreLines(text: string, readHead: ReadHead): StoreLines {
  const read: StoreLines = { customer: { ...nobody }, orders: [] };
  for (const line of text.split(/\r?\n/, most.lines)) {
    if (line.trim() === "" || line.length > most.lineLength) continue;
    const head = readHead(line);
    const last = read.orders.at(-1);
    if (head) {
      if (read.orders.length === most.orders) break;
      read.orders.push(beginOrder(head));
    } else if (!last) readCustomer(read.customer, line);
    else if (readInto(last.order, line)) last.lines += 1;
  }
  return read;
}

const nobody: Customer = {
  customerId: null,
  customerName: null,
  customerEmail: null,
  totalOrders: null,
  totalSpent: null,
  currency: null,
};

function readCustomer(customer: Customer, line: string): void {
  const [label, value] = splitLine(line);
  if (label === "customer id") customer.customerId = value;
  else if (label === "name") customer.customerName = value;
  else if (label === "email") customer.customerEmail = value;
  else if (label === "total orders") customer.totalOrders = readCount(value);
  else if (label === "total spent") {
    const spent = readAmount(value ?? "");
    customer.totalSpent = spent?.amount ?? null;
    customer.currency = spent?.currency ?? null;
  }
}

function beginOrder({ name, rest }: { name: string; rest: string[] }): ReadOrder {
  const order: Order = {
    name,
    orderNumber: name.replace(/^#+\s*/, ""),
    status: null,
    fulfillment: null,
    amount: null,
    currency: null,
    date: null,
    tracking: null,
    items: [],
  };
  for (const part of rest) readInto(order, part) || readBeside(order, part);
  return { order, lines: 0 };
}

/** Reads a labelled line, or one of an item, into an order; false for another line. */
function readInto(order: Order, line: string): boolean {
  // First of all: what is sold may be called "Date: Medjool" or "Tracking: a handbook".
  if (readItem(order, line)) return true;
  const [label, value] = splitLine(line);
  const read = readers.get(label);
  if (read) {
    read(order, value ?? "");
    return true;
  }
  const tracking = readTracking(line);
  if (tracking) order.tracking = tracking;
  return tracking !== null;
}

const readers: ReadonlyMap<string, (order: Order, value: string) => void> = new Map([
  ["date", readDate],
  ["order date", readDate],
  ["total", readTotal],
  ["total amount", readTotal],
  ["amount", readTotal],
  ["status", readStatus],
]);

function readDate(order: Order, text: string): void {
  order.date = known(text);
}

// In a note some platforms write what they know beside the name: "Order #1042 - $59.00 - paid/fulfilled - 2026-11-02".
function readBeside(order: Order, part: string): void {
  const text = part.trim();
  if (isPriced(text)) readTotal(order, text);
  else if (/^[a-z_ ]{2,40}\/[a-z_ ]{2,40}$/i.test(text)) readStatus(order, text);
  else if (isDate(text)) order.date ??= text;
  else if (/^-?[\d.,'’\s]+$/.test(text) && order.amount === null) readTotal(order, text);
  else if (/^[a-z_ ]{2,40}$/i.test(text)) order.status ??= text;
}

// A year, alone or with a month and a day in whatever order; of any language the month is a word.
const year = String.raw`(?:19|20|21)\d\d`;
const dates = [
  new RegExp(`^${year}$`, "u"),
  /(?<!\d)\d{1,4}([./-])\s?\d{1,2}\1\s?\d{1,4}(?!\d)/u,
  new RegExp(
    String.raw`\p{L}{3,}[\p{L}\d\s.,']{0,20}(?<!\d)${year}(?!\d)|(?<!\d)${year}(?!\d)[\s.,]{1,3}\p{L}{3,}`,
    "u",
  ),
  /^(?:\p{L}{3,12}\.?\s\d{1,2}(?:st|nd|rd|th)?|\d{1,2}(?:st|nd|rd|th)?\.?\s\p{L}{3,12}\.?)$/u,
];

function isDate(text: string): boolean {
  return dates.some((date) => date.test(text));
}

function readTotal(order: Order, text: string): void {
  const total = readAmount(text);
  order.amount = total?.amount ?? null;
  order.currency = total?.currency ?? null;
}

function readStatus(order: Order, text: string): void {
  const slash = text.indexOf("/");
  order.status = known(slash < 0 ? text : text.slice(0, slash));
  order.fulfillment = slash < 0 ? null : known(text.slice(slash + 1));
}

function readItem(order: Order, line: string): boolean {
  const item = writtenItem(line.trim());
  if (!item || order.items.length === most.items) return false;
  order.items.push(item);
  return true;
}

// "- Linen lamp (Qty: 2) - $59.00"; a title may have brackets and dashes of its own.
function writtenItem(line: string): Item | null {
  if (!/^[-•*]\s/.test(line)) return null;
  const at = line.lastIndexOf("(Qty:");
  if (at < 0) return null;
  const [whole = "", count = ""] = /^\(Qty:\s{0,3}(\d{1,9})\)/.exec(line.slice(at)) ?? [];
  const title = line.slice(1, at).trim();
  if (whole === "" || title === "") return null;
  return { title, quantity: Number(count), price: readPrice(line.slice(at + whole.length)) };
}

function readPrice(text: string): Money | null {
  return readAmount(text.replace(/^\s{0,5}[-–—:@]\s{0,5}/, ""))?.amount ?? null;
}

// The label in small letters, and what stands after it.
function splitLine(line: string): [string, string | null] {
  const colon = line.indexOf(":");
  if (colon < 0) return ["", null];
  const label = line.slice(0, colon).trim().toLowerCase();
  return [label, known(line.slice(colon + 1))];
}

// What a program writes for nothing is nothing.
function known(text: string): string | null {
  const value = text.trim();
  return value === "" || /^(?:null|undefined|n\/a)$/i.test(value) ? null : value;
}

function readCount(value: string | null): number {
  return /^\d{1,9}$/.test(value ?? "") ? Number(value) : 0;
}
