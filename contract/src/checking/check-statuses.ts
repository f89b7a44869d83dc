import type { Context } from "./context.ts";
import type { CheckedOrder } from "./facts.ts";
import type { Finding } from "./finding.ts";
import type { Status, Words } from "./languages/words.ts";
import { clauseAround, has, isHedged, isOfOtherThing, placesOf, type Sentence } from "./read-reply.ts";

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
  return sentences.flatMap((sentence) => {
    return all.flatMap((status) => {
      const orders = ordersOf(context, sentence, status);
      if (orders.length === 0) return [];
      // "The confirmation was sent", "your return was delivered": of these nothing is known. A refund is of nothing else.
      if (orders.some(isTrue[status])) return [];
      const places = placesOf(words.statuses[status], sentence.text);
      const place = places.find(
        ({ start, end }) =>
          isClaimed(words, sentence.text, start, end) &&
          (status === "refunded" || !isOfOtherThing(sentence.text, start, end, words)),
      );
      if (!place) return [];
      const start = sentence.start + place.start;
      const end = sentence.start + place.end;
      const written = reading.text.slice(start, end);
      const says = `You write “${written}”; ${instead[status](orders)}`;
      return [{ kind: "status", start, end, written, right: null, canReplace: false, says }];
    });
  });
}

/** The orders of which a sentence may say it; where it names none, what was said before may be meant. */
function ordersOf({ facts, reading, ordersAt, namedAt }: Context, sentence: Sentence, status: Status) {
  const named = namedAt(sentence);
  if (named.length > 0) return named;
  // A refund is told of any order.
  if (status === "refunded") return facts.orders;
  const at = reading.sentences.indexOf(sentence);
  const before = reading.sentences.slice(Math.max(0, at - 2), at).findLast((one) => namedAt(one).length > 0);
  return [...new Set([...ordersAt(sentence), ...(before ? namedAt(before) : [])])];
}

function isClaimed(words: Words, sentence: string, start: number, end: number): boolean {
  if (isHedged(sentence, start, end, words)) return false;
  // A hedge within it: "has not been shipped".
  if (has(words.hedge, sentence.slice(start, end))) return false;
  // Where the verb comes last, a participle alone says nothing: "versandt" needs "wurde".
  return !words.hedgesBackwards || has(words.settled, clauseAround(sentence, start, end).text);
}
