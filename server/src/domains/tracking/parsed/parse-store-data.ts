import { type Money, money } from "@deskhand/contract/page";
import type { ParsedStoreData } from "@deskhand/contract/tracking";

/** A ticket's texts, the newest last in each list. */
type Texts = { notes: readonly string[]; messages: readonly string[] };

const noteBegins = "SHOPIFY_INTEGRATION_DATA:";
const noteContains = "SHOPIFY CUSTOMER INFORMATION:";

/**
 * Reads customer and orders from a ticket's texts (docs/product.md#store-data-in-a-text): the newest note with such
 * data, else the newest message; null without any. Takes time linear in the texts.
 */
export function parseStoreData({ notes, messages }: Texts): ParsedStoreData | null {
  return newest(notes, parseNote) ?? newest(messages, parseBlock);
}

function newest(texts: readonly string[], parse: (text: string) => ParsedStoreData | null): ParsedStoreData | null {
  for (const text of texts.toReversed()) {
    const data = parse(text);
    if (data) return data;
  }
  return null;
}

/** Parses an internal note, whose orders are numbered lines. */
function parseNote(note: string): ParsedStoreData | null {
  const at = note.startsWith(noteBegins) ? noteBegins.length : note.indexOf(noteContains);
  if (at < 0) return null;
  const { customer, orders } = readStoreLines(note.slice(at), readNumbered);
  const isAbout = customer.customerId ?? customer.customerName ?? customer.customerEmail;
  if (isAbout === null && orders.length === 0) return null;
  return { source: "note", ...customer, orders: orders.map(({ order }) => order) };
}

/**
 * Parses a block in the ticket. An order needs further lines of its own, as a customer may begin any line with "Order".
 */
function parseBlock(text: string): ParsedStoreData | null {
  if (!/^[ \t]{0,10}Order[ \t]/m.test(text)) return null;
  const { customer, orders } = readStoreLines(text, readNamed);
  const whole = orders.filter(({ lines }) => lines > 0).map(({ order }) => order);
  return whole.length === 0 ? null : { source: "ticket", ...customer, orders: whole };
}

// "1. Order #1042 - $59.00 - paid": with more behind it, a name contains no blank.
const readNumbered: ReadHead = (line) => {
  const [, text] = /^\s{0,10}\d{1,4}\.\s{1,5}Order\s{1,5}(\S.{0,500})$/.exec(line) ?? [];
  if (text === undefined) return null;
  const [name = ""] = text.split(/\s[-–—|]\s|\s?[()]\s?|[:,;]\s/, 1);
  // Keeps a label with its value, and a year with its day.
  const rest = text
    .slice(name.length)
    .split(/\s[-–—|]\s|\s?[()]\s?|;\s|(?<!\d(?:st|nd|rd|th)?(?:\.?\s\p{L}{3,12})?),\s|,\s(?!(?:19|20|21)\d\d(?!\d))/u)
    .map((part) => part.replace(/^[:,;]\s/, ""));
  return { name: name.trim().replace(/[:,;]$/, ""), rest };
};

const readNamed: ReadHead = (line) => {
  const [, name] = /^[ \t]{0,10}Order[ \t]{1,5}(\S.{0,99})$/.exec(line) ?? [];
  return name === undefined ? null : { name: name.trim().replace(/:$/, ""), rest: [] };
};

type Order = ParsedStoreData["orders"][number];
type Item = Order["items"][number];
type Customer = Omit<ParsedStoreData, "source" | "orders">;
/** An order, and how many lines were read after its name. */
type ReadOrder = { order: Order; lines: number };
type StoreLines = { customer: Customer; orders: ReadOrder[] };

/** Reads an order's first line: its name, and what stands beside it; null for another line. */
type ReadHead = (line: string) => { name: string; rest: string[] } | null;

const limits = { lines: 10_000, lineLength: 1_000, orders: 500, items: 500 };

/** Reads the lines of a customer and their orders, each of which begins as `readHead` says; ignores other lines. */
function readStoreLines(text: string, readHead: ReadHead): StoreLines {
  const read: StoreLines = { customer: { ...nobody }, orders: [] };
  for (const line of text.split(/\r?\n/, limits.lines)) {
    if (line.trim() === "" || line.length > limits.lineLength) continue;
    const head = readHead(line);
    const last = read.orders.at(-1);
    if (head) {
      if (read.orders.length === limits.orders) break;
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
  // Items first: a product may be called "Date: Medjool" or "Tracking: a handbook".
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
  order.date = dropPlaceholder(text);
}

// In notes some platforms write values beside the name: "Order #1042 - $59.00 - paid/fulfilled - 2026-11-02".
function readBeside(order: Order, part: string): void {
  const text = part.trim();
  if (isPriced(text)) readTotal(order, text);
  else if (/^[a-z_ ]{2,40}\/[a-z_ ]{2,40}$/i.test(text)) readStatus(order, text);
  else if (isDate(text)) order.date ??= text;
  else if (/^-?[\d.,'’\s]+$/.test(text) && order.amount === null) readTotal(order, text);
  else if (/^[a-z_ ]{2,40}$/i.test(text)) order.status ??= text;
}

// A year, alone or with month and day in any order; the month may be a word of any language.
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
  order.status = dropPlaceholder(slash < 0 ? text : text.slice(0, slash));
  order.fulfillment = slash < 0 ? null : dropPlaceholder(text.slice(slash + 1));
}

function readItem(order: Order, line: string): boolean {
  const item = writtenItem(line.trim());
  if (!item || order.items.length === limits.items) return false;
  order.items.push(item);
  return true;
}

// "- Linen lamp (Qty: 2) - $59.00"; a title may contain brackets and dashes.
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

// The label in lower case, and the text after it.
function splitLine(line: string): [string, string | null] {
  const colon = line.indexOf(":");
  if (colon < 0) return ["", null];
  const label = line.slice(0, colon).trim().toLowerCase();
  return [label, dropPlaceholder(line.slice(colon + 1))];
}

// Drops the words programs write for a missing value.
function dropPlaceholder(text: string): string | null {
  const value = text.trim();
  return value === "" || /^(?:null|undefined|n\/a)$/i.test(value) ? null : value;
}

function readCount(value: string | null): number {
  return /^\d{1,9}$/.test(value ?? "") ? Number(value) : 0;
}

type Tracking = NonNullable<ParsedStoreData["orders"][number]["tracking"]>;

const marker = "Tracking:";

/** The number after "Tracking:"; null where there is none, such as "N/A". */
function readTracking(line: string): Tracking | null {
  const at = line.indexOf(marker);
  if (at < 0) return null;
  const text = line.slice(at + marker.length).trim();
  const [number = ""] = /^[A-Z0-9]{1,100}(?![A-Za-z0-9])/.exec(text) ?? [];
  if (!/\d/.test(number)) return null;
  const carrier = text
    .slice(number.length)
    .replace(/^[\s(,:|–—-]{1,10}(?:via\s)?/, "")
    .replace(/[)\s]{1,10}$/, "");
  return { text, number, carrier: carrier || "Unknown" };
}

const signs: Readonly<Record<string, string>> = {
  $: "USD",
  "€": "EUR",
  "£": "GBP",
  "¥": "JPY",
  "₹": "INR",
  "₩": "KRW",
  "₺": "TRY",
  "₽": "RUB",
  zł: "PLN",
};
// Before or after the digits, with or without a blank.
const written = /^(-?)([A-Z]{3}|[^\s\d.,'’-]{1,3})?\s?(-?)(\d[\d.,'’\s]{0,40})\s?([A-Z]{3}|[^\s\d.,'’-]{1,3})?$/u;

/** Reads an amount, such as "$1,042.50" or "1.042,50 EUR", with its currency; null for no amount. */
function readAmount(text: string): { amount: Money; currency: string | null } | null {
  const match = written.exec(text.trim().slice(0, 60));
  if (!match) return null;
  const [, outerMinus = "", before = "", innerMinus = "", digits = "", after = ""] = match;
  const plain = toDecimal(digits.trim());
  const amount = money.safeParse(`${outerMinus || innerMinus}${plain}`);
  if (plain === null || !amount.success) return null;
  return { amount: amount.data, currency: readCurrency(before) ?? readCurrency(after) };
}

const codes = new Set(Intl.supportedValuesOf("currency"));
/** Names of currencies that have no sign of their own. */
const words = "kr kn zł kč ft lei лв tl rs rm fr руб грн ден din 円 元 원".split(" ");

/** Whether a text is an amount with a currency; a bare number may be a year, a day or a count. */
function isPriced(text: string): boolean {
  const match = written.exec(text.trim().slice(0, 60));
  if (!match || !readAmount(text)) return false;
  return [match[2] ?? "", match[5] ?? ""].some(
    (word) => codes.has(word) || /\p{Sc}/u.test(word) || words.includes(word.toLowerCase()),
  );
}

function readCurrency(word: string): string | null {
  return /^[A-Z]{3}$/.test(word) ? word : (signs[word] ?? null);
}

// In groups of three, or as in India.
const wellGrouped = /^\d{1,3}(?:\d*|(?:[.'’\s]\d{3})+|(?:,\d{2,3})*,\d{3})$/;

// The last separator begins the decimals: always a dot, as no platform groups by dots alone; a comma unless it groups
// thousands.
function toDecimal(digits: string): string | null {
  const last = Math.max(digits.lastIndexOf("."), digits.lastIndexOf(","));
  const isGroup = /^\d{1,3}(?:(?:,\d{3})+|(?:\.\d{3}){2,})$/.test(digits);
  const [whole, decimals] = last < 0 || isGroup ? [digits, ""] : [digits.slice(0, last), digits.slice(last + 1)];
  if (!wellGrouped.test(whole)) return null;
  const ones = whole.replace(/[.,'’\s]/g, "").replace(/^0+(?=\d)/, "");
  // Larger than any amount of a platform.
  if (!/^\d{1,15}$/.test(ones) || !/^\d{0,6}$/.test(decimals)) return null;
  return decimals === "" ? ones : `${ones}.${decimals}`;
}
