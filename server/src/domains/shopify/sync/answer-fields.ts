import { normalAddress } from "@deskhand/contract/addresses/address";
import type { Money } from "@deskhand/contract/page";
import * as z from "zod";
import { storableText } from "../../../platform/storable-text.ts";

/** One line of text, cut to what its column takes; null for a blank one. */
export function textField(max: number) {
  return z
    .string()
    .nullish()
    .transform((text) => (text ? storableText(text.replace(/\s+/g, " ").trim(), max).trim() || null : null));
}

// What a database and a screen can show: before and after, no store had orders.
const earliest = Date.parse("1900-01-01T00:00:00Z");
const latest = Date.parse("2200-01-01T00:00:00Z");

function toTime(text: string): string | null {
  const time = Date.parse(text);
  return time >= earliest && time <= latest ? new Date(time).toISOString() : null;
}

/** A time as ISO 8601 in UTC; one that is none, or thousands of years away, is refused. */
export const timeField = z.string().transform((text, context) => {
  const read = toTime(text);
  if (read !== null) return read;
  context.addIssue({ code: "custom", message: "is no time" });
  return z.NEVER;
});

/** A time that may be missing; one that makes no sense counts as missing. */
export const maybeTimeField = z
  .string()
  .nullish()
  .transform((text) => (text ? toTime(text) : null));

const decimal = /^-?\d{1,20}(\.\d{1,20})?$/;
const isMoney = (text: string): text is Money => decimal.test(text);

/** An amount with the digits that it came with; one below zero, which nothing costs, counts as none. */
export const amountField = z.string().transform((text, context): Money | null => {
  if (isMoney(text)) return text.startsWith("-") ? null : text;
  context.addIssue({ code: "custom", message: "is no amount" });
  return z.NEVER;
});

/** What Shopify keeps an amount in: in the store's currency. */
export const bagField = z
  .object({ shopMoney: z.object({ amount: amountField }) })
  .transform(({ shopMoney }) => shopMoney.amount);

/** The same with what the customer saw in their own currency. */
export const bothField = z
  .object({ shopMoney: z.object({ amount: amountField }), presentmentMoney: z.object({ amount: amountField }) })
  .nullish()
  .transform((bag) => ({ kept: bag?.shopMoney.amount ?? null, shown: bag?.presentmentMoney.amount ?? null }));

const mostPieces = 2_147_483_647;
/** How many there are of something; none where it is below zero. */
export const countField = z.number().transform((count) => Math.max(0, Math.min(Math.trunc(count), mostPieces)));

/** An id of 64 bits, which no number of JavaScript holds. */
export const idField = z
  .union([z.string(), z.int()])
  .transform(String)
  .refine((id) => /^\d{1,20}$/.test(id), "is no id");

/** One of Shopify's words in lower case; words that are to come are taken as they are. */
export const wordField = textField(50).transform((text) => text?.toLowerCase() ?? null);

/** An address as it is kept and looked for, in lower case. What cannot be one is none. */
export const emailField = textField(400).transform((text) => normalAddress(text?.toLowerCase() ?? ""));
