import type { OrderMention } from "../mentions/find-order-mentions.ts";
import { splitName, withoutZeros } from "../mentions/habits.ts";
import { fits, isSimilar } from "../mentions/same-order.ts";
import type { Context } from "./context.ts";
import type { Finding } from "./finding.ts";
import { has } from "./read-reply.ts";

// An order that was made in place of another one may be newer than what is known.
const replacing =
  /(?<!\p{L})(?:replacements?|new order|re-?order|exchange|duplicate|ersatz\p{L}*|neue[nr]? (?:bestellung|auftrag)|nachlieferung|remplacement|nouvelle commande|échange|reemplazo|sustitución|nuevo pedido|sostituzione|sostitutivo|nuovo ordine|cambio|vervangen\p{L}*|nieuwe bestelling|wymian\p{L}+|nowe\p{L}* zamówieni\p{L}*|zamówieni\p{L}* zastępcz\p{L}+|nova encomenda|substituição)(?!\p{L})|交換|代替|再注文|新しい|新規/giu;

/** Finds numbers that are called an order's and are none of the customer's. */
export function checkNumbers({ reading, facts, mentions, theirs, ours }: Context): Finding[] {
  if (facts.orders.length === 0) return [];
  return mentions.flatMap((mention) => {
    const { strength, isDoubtful, isDenied, isQuiet, start, end } = mention;
    if (strength !== "named" || isDoubtful || isDenied || isQuiet) return [];
    if (facts.orders.some((order) => fits(order, mention)) || isCounted(mention)) return [];
    // What the customer asked about, or we had named, is nothing new.
    const isSame = (other: OrderMention) => other.digits === mention.digits;
    if (theirs.mentions.some(isSame) || ours.mentions.some(isSame)) return [];
    const sentence = reading.sentences.find((one) => start >= one.start && start < one.start + one.text.length);
    if (sentence && has(replacing, sentence.text)) return [];
    if (sentence && /[?？]\s*$/.test(sentence.text)) return [];
    const written = reading.text.slice(start, end);
    const order = meant(facts.orders, mention);
    const right = order === null ? null : likeWritten(order.name, written);
    const others = facts.orders.slice(0, 3).map(({ name }) => name);
    const says = `You write ${written}; ${order ? `the order is ${order.name}` : `the customer’s orders are ${others.join(", ")}`}`;
    return [{ kind: "number", start, end, written, right, canReplace: right !== null, says }];
  });
}

// No store's number: "#1" in a list.
const isCounted = ({ digits }: OrderMention): boolean => digits.length < 3;

/** The order that was probably meant: the only one with nearly this number, else the ticket's. */
function meant(orders: Context["facts"]["orders"], { digits }: OrderMention) {
  const wanted = withoutZeros(digits);
  const alike = orders.filter((order) => isSimilar(withoutZeros(splitName(order)?.digits ?? ""), wanted));
  if (alike.length === 1) return alike[0] ?? null;
  const certain = orders.filter(({ isCertain }) => isCertain);
  const [only, another] = certain.length > 0 ? certain : orders;
  return another ? null : (only ?? null);
}

// "1042" for "#1042" where the sign stands apart or was left out.
function likeWritten(name: string, written: string): string {
  if (/^[#№]/.test(written)) return /^[#№]/.test(name) ? name : `#${name}`;
  return name.replace(/^[#№]\s*/, "");
}
