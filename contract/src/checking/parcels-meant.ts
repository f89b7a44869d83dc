import { type Carrier, carrierOf } from "../mentions/carriers.ts";
import type { Context } from "./context.ts";
import type { CheckedOrder, CheckedParcel } from "./facts.ts";
import type { Sentence } from "./read-reply.ts";

/** A parcel with its order, and its carrier where that is one of those that are known. */
export interface OwnParcel {
  parcel: CheckedParcel;
  order: CheckedOrder;
  carrier: Carrier | null;
}

export const bareNumber = (number: string): string => number.replace(/[^0-9A-Za-z]/g, "").toUpperCase();

/** The parcels of orders. */
export const parcelsOf = (orders: readonly CheckedOrder[]): OwnParcel[] =>
  orders.flatMap((order) =>
    order.parcels.map((parcel) => ({ parcel, order, carrier: carrierOf(parcel.carrier ?? "", order.currency) })),
  );

// Shorter ones may stand in any text whose blanks are left out.
const shortestNumber = 8;

/** Those whose tracking number stands in a text. */
export function parcelsNumbered(parcels: readonly OwnParcel[], text: string): OwnParcel[] {
  const inside = bareNumber(text);
  const isInside = (number: string) => number.length >= shortestNumber && inside.includes(number);
  return parcels.filter(({ parcel: { number } }) => number !== null && isInside(bareNumber(number)));
}

/**
 * The parcels that a sentence tells apart from the customer's others at a place of it: by the only carrier that stands between the same
 * commas, else by a number. None where neither does.
 */
export function parcelsMeant(context: Context, sentence: Sentence, place: { start: number; end: number }): OwnParcel[] {
  const { facts, namedAt, carriersAt } = context;
  const part = betweenCommas(sentence, place);
  const named = [part, sentence].map(namedAt).find(({ length }) => length > 0) ?? [];
  const parcels = parcelsOf(named.length > 0 ? named : facts.orders);
  // Of several numbers each has its own place.
  const isAlone = (sentence.text.match(longNumbers) ?? []).length === 1;
  const numbered = (isAlone ? [part, sentence] : [part])
    .map(({ text }) => parcelsNumbered(parcels, text))
    .find(({ length }) => length > 0);
  if (numbered) return numbered;
  const [carrier, another] = new Set(carriersAt(part).map((one) => one.carrier.name));
  if (carrier === undefined || another !== undefined || parcels.some((one) => one.carrier === null)) return [];
  return parcels.filter((one) => one.carrier?.name === carrier);
}

const longNumbers = /(?<![\w/])(?=[\w.]*\d{5})[A-Z0-9][A-Z0-9.]{6,}[A-Z0-9](?!\w)/g;

function betweenCommas({ text, start }: Sentence, place: { start: number; end: number }): Sentence {
  const commas = [...text.matchAll(/,(?!\d)|(?<!\d),/g)].map(({ index }) => index);
  const from = (commas.findLast((at) => at < place.start) ?? -1) + 1;
  const to = commas.find((at) => at >= place.end) ?? text.length;
  return { text: text.slice(from, to), start: start + from };
}
