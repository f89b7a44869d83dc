import { outages, type SignKind, writeSign } from "@deskhand/contract/desk/incident-words";
import { isComplaint, outagePatterns, saidWords, sentencesOf } from "./said-words.ts";

/** What is known of the order that a ticket is about. */
export type OrderOfTicket = {
  /** Whether the customer surely means it. */
  isCertain: boolean;
  skus: readonly string[];
  carrier: string | null;
  /** How far its first parcel is (`TrackingStatus`). */
  stage: string | null;
  country: string | null;
  province: string | null;
  /** Whether nothing was heard of that parcel for longer than usual. */
  isStalled: boolean;
};
/** How a ticket begins. */
export type Opening = { subject: string; text: string; order: OrderOfTicket | null };

const most = { skus: 10, words: 30 };

/** Answers to a mail that was no ticket's, such as a newsletter: several with one subject say nothing of an incident. */
export const answerSign = "answer";

/** Returns what a ticket may share with others, each as a stored sign. */
export function signsOf({ subject, text, order }: Opening): string[] {
  const answered = answeredSubject(subject);
  const said = answered === null ? `${subject}\n${text}` : text;
  const isAnswer = answered !== null && !(order?.isCertain ?? false);
  const signs = [
    ...(isAnswer ? [`${answerSign}:${answered}`] : []),
    ...signsOfOrder(order),
    ...outages.filter((one) => saysOutage(said, one)).map((value) => writeSign({ kind: "outage", value })),
    ...(isComplaint(said) ? saidWords(said).slice(0, most.words) : []).map((value) =>
      writeSign({ kind: "words", value }),
    ),
  ];
  return [...new Set(signs)].filter(({ length }) => length <= 200);
}

function signsOfOrder(order: OrderOfTicket | null): string[] {
  if (!order) return [];
  const { carrier, stage, country, province } = order;
  const found: [SignKind, string | null][] = [
    ...order.skus.slice(0, most.skus).map((sku): [SignKind, string] => ["sku", sku]),
    ["carrier", carrier === null || stage === null ? null : `${carrier}|${wayOf(stage)}`],
    ["place", country],
    ["place", country === null || province === null ? null : `${province}, ${country}`],
    ["stalled", order.isStalled ? (carrier ?? null) : null],
  ];
  return found.flatMap(([kind, value]) => (value === null || value.trim() === "" ? [] : writeSign({ kind, value })));
}

/** Parcels on the last miles are on their way, too. */
function wayOf(stage: string): string {
  if (stage === "order-placed") return "processing";
  return stage === "out-for-delivery" || stage === "ready-for-pickup" ? "shipped" : stage;
}

const answerPrefix = /^\s*(?:(?:re|aw|antw|sv|vs|odp|rif|ref|res|r)\s*(?:\[\d+\])?\s*:\s*)+/i;

/** The subject that a mail answers, folded; null for one that answers none, or that has a number, as an order's confirmation has. */
function answeredSubject(subject: string): string | null {
  const bare = subject.replace(answerPrefix, "");
  if (bare === subject || bare.trim() === "" || /\d{3}/.test(bare)) return null;
  return bare.trim().toLowerCase().slice(0, 150);
}

/** Whether a sentence says of a thing that it does not work. */
function saysOutage(said: string, outage: (typeof outages)[number]): boolean {
  const { thing, fault } = outagePatterns[outage];
  return sentencesOf(said).some((sentence) => thing.test(sentence) && fault.test(sentence));
}
