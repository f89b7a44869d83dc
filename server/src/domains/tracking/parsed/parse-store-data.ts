import type { ParsedStoreData } from "@deskhand/contract/tracking";
import { type ReadHead, readStoreLines } from "./read-store-lines.ts";

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
