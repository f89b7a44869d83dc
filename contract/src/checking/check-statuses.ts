import type { Context } from "./context.ts";
import type { CheckedOrder } from "./facts.ts";
import type { Finding } from "./finding.ts";
import type { Status, Words } from "./languages/words.ts";
import { readAmounts, thousandths } from "./read-money.ts";
import { clauseAround, has, isHedged, isOfOtherThing, placesOf, type Sentence, upToClause } from "./read-reply.ts";

const isTrue: Record<Status, (order: CheckedOrder) => boolean> = {
  refunded: ({ isRefunded }) => isRefunded,
  shipped: ({ isShipped }) => isShipped,
  delivered: ({ isDelivered }) => isDelivered,
  cancelled: ({ isCancelled }) => isCancelled,
  underway: ({ isShipped, isAllDelivered }) => isShipped && !isAllDelivered,
};

const instead: Record<Status, (orders: readonly CheckedOrder[]) => string> = {
  refunded: () => "no refund is known",
  shipped: () => "nothing was shipped yet",
  delivered: (orders) =>
    orders.some(({ isShipped }) => isShipped) ? "it is not known to have arrived" : "nothing was shipped yet",
  cancelled: () => "the order is not cancelled",
  underway: (orders) => (orders.some(({ isShipped }) => isShipped) ? "it was delivered" : "nothing was shipped yet"),
};

const all = Object.keys(isTrue) as Status[];

/** Finds what is said to have been done, and was not. */
export function checkStatuses(context: Context): Finding[] {
  const { reading } = context;
  const { words, sentences } = reading;
  if (words === null) return [];
  return sentences.flatMap((sentence) =>
    all.flatMap((status) => {
      const places = placesOf(words.statuses[status], sentence.text);
      return places.flatMap((place) => checkPlace(context, words, sentence, status, place) ?? []).slice(0, 1);
    }),
  );
}

function checkPlace(
  context: Context,
  words: Words,
  sentence: Sentence,
  status: Status,
  place: { start: number; end: number },
): Finding | null {
  const claim = claimAt(words, sentence.text, place);
  // "The confirmation was sent", "your return was delivered": of these nothing is known. A refund is of nothing else.
  if (claim === null || (status !== "refunded" && isOfOtherThing(sentence.text, place.start, place.end, words)))
    return null;
  // "The shipping has not been refunded yet", "the second refund": another part of it.
  if (claim === "not yet" && isOfPart(words, sentence.text, place)) return null;
  const orders = ordersOf(context, sentence, status, place);
  const isWrong =
    claim === "done"
      ? !orders.some(isTrue[status])
      : isCertainOf(context, sentence) && orders.every(isFinished[status]);
  if (orders.length === 0 || !isWrong) return null;
  const [start, end] = [sentence.start + place.start, sentence.start + place.end];
  const written = context.reading.text.slice(start, end);
  const says = `You write “${written}”; ${claim === "done" ? instead[status](orders) : "it was done already"}`;
  return { kind: "status", start, end, written, right: null, canReplace: false, says };
}

const isOfPart = (words: Words, text: string, { start }: { start: number }): boolean =>
  has(words.amounts.shipping, text) || has(words.amounts.tax, text) || has(another, text.slice(0, start));

// "The second refund", "for the rest"
const another =
  /(?<!\p{L})(?:second|other|another|remaining|rest|zweite\p{L}*|andere\p{L}*|weitere\p{L}*|rest\p{L}*|deuxième|second\p{L}*|autre\p{L}*|reste|otr[oa]s?|segund[oa]|altr[oaie]|second[oa]|restante|tweede|andere|drugi\p{L}*|drug[aą]|inn\p{L}{1,3}|pozostał\p{L}*|outr[oa]s?)(?!\p{L})/giu;

/** What is past a doubt, so that "not yet" is wrong of it: a part of an order may be shipped and another not. */
const isFinished: Record<Status, (order: CheckedOrder) => boolean> = {
  refunded: ({ isRefunded }) => isRefunded,
  shipped: ({ isAllDelivered }) => isAllDelivered,
  delivered: ({ isAllDelivered }) => isAllDelivered,
  cancelled: ({ isCancelled }) => isCancelled,
  underway: () => false,
};

const isCertainOf = ({ facts, namedAt }: Context, sentence: Sentence): boolean =>
  facts.orders.length === 1 || namedAt(sentence).length === 1;

/** The orders of which a sentence may say it; where it names none, what was said before may be meant. */
function ordersOf(
  context: Context,
  sentence: Sentence,
  status: Status,
  { start, end }: { start: number; end: number },
) {
  const { facts, reading, ordersAt, numberedAt, namedAt, orderOfProducts } = context;
  const numbered = numberedAt(sentence);
  const clause = { text: upToClause(sentence.text, start, end), start: sentence.start };
  const order = orderOfProducts(clause) ?? orderOfProducts(sentence);
  // A number of another order than the one that has the product is a mistake of its own.
  if (numbered.length > 0) return order === null ? numbered : [...numbered, order];
  if (order !== null) return [order];
  // A refund is told of any order, unless its amount shows of which.
  if (status === "refunded") return ordersOfAmounts(facts.orders, sentence);
  const at = reading.sentences.indexOf(sentence);
  const before = reading.sentences.slice(Math.max(0, at - 2), at).findLast((one) => namedAt(one).length > 0);
  return [...new Set([...ordersAt(sentence), ...(before ? namedAt(before) : [])])];
}

function ordersOfAmounts(orders: readonly CheckedOrder[], { text }: Sentence): readonly CheckedOrder[] {
  const written = new Set(readAmounts(text).flatMap(({ values }) => values));
  const having = orders.filter(({ amounts }) => amounts.some(({ amount }) => written.has(thousandths(amount))));
  return having.length === 1 ? having : orders;
}

const notYet =
  /(?<!\p{L})(?:not yet(?: been)?|n't yet|(?:has|have|is|was|were)n't been|not been|noch nicht|(?:n'|ne )(?:a|ont|est|sont|avons|ai) pas encore|pas encore|(?:todavía|aún) no|no (?:\p{L}+ ){1,3}(?:todavía|aún)|non (?:\p{L}+ ){0,2}ancora|ancora non|nog niet|jeszcze nie|nie (?:\p{L}+ ){1,2}jeszcze|ainda não)(?!\p{L})/giu;

/** Whether something is said to have been done, or not to have been yet; null where neither is. */
function claimAt(
  words: Words,
  sentence: string,
  { start, end }: { start: number; end: number },
): "done" | "not yet" | null {
  if (isClaimed(words, sentence, start, end)) return "done";
  const without = sentence.replace(notYet, (found) => " ".repeat(found.length));
  return without !== sentence && isClaimed(words, without, start, end) ? "not yet" : null;
}

function isClaimed(words: Words, sentence: string, start: number, end: number): boolean {
  if (isHedged(sentence, start, end, words)) return false;
  // A hedge within it: "has not been shipped".
  if (has(words.hedge, sentence.slice(start, end))) return false;
  // Where the verb comes last, a participle alone says nothing: "versandt" needs "wurde".
  return !words.hedgesBackwards || has(words.settled, clauseAround(sentence, start, end).text);
}
