import type { OrderMention } from "@deskhand/contract/mentions/find-order-mentions";
import type { ParcelNumber } from "@deskhand/contract/mentions/find-parcel-numbers";
import { splitName, withoutZeros } from "@deskhand/contract/mentions/habits";
import { fits, isSimilar } from "@deskhand/contract/mentions/same-order";
import type { FoundOrder, FoundOrders } from "@deskhand/contract/tracking";
import type { KnownOrder, NamedOrder, OwnOrder } from "./finding.queries.ts";

/** Whether the writer is unverified, and whether the text is a quote. */
type Said = { isUnverified: boolean; isQuoted: boolean };
export type SaidMention = OrderMention & Said;
type SaidParcel = ParcelNumber & Said;
type Sender = { customerId: string | null; email: string | null; otherEmails?: readonly string[] | undefined };
/** A mail and the orders it may be about. */
export type Evidence = {
  mail: Sender & { writtenAt: Date };
  mentions: SaidMention[];
  parcels: SaidParcel[];
  /** The sender's newest orders. */
  own: OwnOrder[];
  /** The orders with one of the mentioned numbers. */
  named: NamedOrder[];
};
type Judged = Omit<FoundOrder, "words"> & { word: string | null };

const recentDays = 60;
const strangersShown = 3;
// A list with so many numbers contains neighbours of every order.
const manyMentions = 10;
const maxShown = 10;

/** Judges how certainly a mail is about each order, surest first, and which mentioned numbers are no order's. */
export function judgeOrders(evidence: Evidence): FoundOrders {
  const byNumber = evidence.mentions.map((mention) => judgeMention(evidence, mention));
  const byParcel = evidence.parcels.map((parcel) => judgeParcel(evidence, parcel));
  const orders = gather([...byNumber, ...byParcel].flat());
  // A parcel's number may be called an order's in the text.
  const parcelWords = new Set(byParcel.flat().map(({ word }) => word));
  const notFound = [
    ...evidence.mentions.filter((mention, at) => isMissed(mention, byNumber[at] ?? [])).map(({ written }) => written),
    ...evidence.parcels.filter(({ isSure }, at) => isSure && byParcel[at]?.length === 0).map(({ number }) => number),
  ].filter((written) => !parcelWords.has(written.replace(/^[#№]/, "")));
  const shown = orders.length > 0 ? orders.slice(0, maxShown) : onlyOrder(evidence);
  return { orders: shown, notFound: unique(notFound).slice(0, maxShown) };
}

function judgeMention(evidence: Evidence, mention: SaidMention): Judged[] {
  const fitting = evidence.named.filter((order) => fits(order, mention));
  const literal = fitting.filter(({ name }) => sameText(name, mention.written));
  const candidates = literal.length > 0 ? literal : fitting;
  const isLoose = mention.strength === "loose" || mention.isDoubtful;
  const doubt = mention.isDenied ? "denied" : isLoose ? "not_called_an_order" : doubtOf(mention);
  const judged = judgeCandidates(evidence, candidates, { because: "named", word: mention.written, doubt });
  const own = judged.filter(({ certainty }) => certainty !== "other");
  if (own.length > 0 || mention.isQuiet || mention.strength === "loose") return own;
  const similar = evidence.mentions.length > manyMentions ? [] : similarOrders(evidence, mention);
  return [...similar, ...judged.slice(0, strangersShown)];
}

function doubtOf({ isUnverified, isQuoted }: Said): Judged["doubt"] {
  if (isUnverified) return "unverified_sender";
  return isQuoted ? "quoted" : null;
}

function judgeParcel(evidence: Evidence, { number, ...said }: SaidParcel): Judged[] {
  const doubt = doubtOf(said);
  const candidates = evidence.named.filter(({ parcels }) => parcels.includes(number));
  return judgeCandidates(evidence, candidates, { because: "tracking_number", word: number, doubt }).slice(
    0,
    strangersShown,
  );
}

type Saying = Pick<Judged, "because" | "word" | "doubt">;

// If one of several orders with a number is the sender's own, only that one counts.
function judgeCandidates(evidence: Evidence, candidates: KnownOrder[], saying: Saying): Judged[] {
  const own = candidates.filter((order) => isOwn(order, evidence.mail));
  const several = candidates.length > 1 ? "several_fit" : null;
  if (own.length === 0)
    return candidates.map((order) => judged(order, "other", { ...saying, doubt: ownerDoubt(order) }));
  return own.map((order) => {
    const doubt = several ?? saying.doubt;
    return judged(order, doubt === null ? "certain" : "likely", { ...saying, doubt: doubt });
  });
}

function judged({ id: orderId, name }: KnownOrder, certainty: Judged["certainty"], saying: Saying): Judged {
  return { orderId, name, certainty, ...saying };
}

type Owned = Pick<KnownOrder, "customerId" | "email">;

/** Whether an order is the sender's: of the same customer, or with one of their addresses. */
export function isOwn(order: Owned, { customerId, email, otherEmails = [] }: Sender): boolean {
  if (customerId !== null && order.customerId === customerId) return true;
  return order.email !== null && (order.email === email || otherEmails.includes(order.email));
}

/** The owner of an order that is not the sender's. */
export function ownerDoubt({ customerId, email }: Owned): "another_address" | "without_owner" {
  return customerId === null && email === null ? "without_owner" : "another_address";
}

function sameText(name: string, written: string): boolean {
  return name.replace(/\s/g, "").toLowerCase() === written.toLowerCase();
}

// Only where the number is nobody else's: probably a typing slip, or the store's letters left out.
function similarOrders({ own }: Evidence, { digits, written }: OrderMention): Judged[] {
  const numbers = own.map((order) => ({ order, number: withoutZeros(splitName(order)?.digits ?? "") }));
  const wanted = withoutZeros(digits);
  const same = numbers.filter(({ number }) => number === wanted);
  const similar = same.length > 0 ? same : numbers.filter(({ number }) => isSimilar(number, wanted));
  const [first, second] = similar;
  if (!first || second) return [];
  return [judged(first.order, "likely", { because: "similar", word: written, doubt: "not_named" })];
}

function isMissed({ strength, isQuiet, isDoubtful }: OrderMention, found: Judged[]): boolean {
  if (isDoubtful && found.length > 0) return false;
  return strength === "named" && !isQuiet && found.every(({ because }) => because === "similar");
}

// Nothing that was named exists: the order on its way is meant, or the only one of the last weeks.
function onlyOrder({ own, mail: { writtenAt } }: Evidence): FoundOrder[] {
  const before = own.filter(({ placedAt }) => Date.parse(placedAt) <= writtenAt.getTime() + 3_600_000);
  const recent = before.filter(({ placedAt }) => Date.parse(placedAt) > writtenAt.getTime() - recentDays * 86_400_000);
  const open = recent.filter(({ isOpen }) => isOpen);
  const because = open.length === 1 ? "only_open" : "only_recent";
  const [first, second] = open.length === 1 ? open : recent;
  if (!first || second) return [];
  return [{ orderId: first.id, name: first.name, certainty: "likely", because, doubt: "not_named", words: [] }];
}

const rank = { certain: 0, likely: 1, other: 2 } as const;

// Merges judgements to one per order: the surest, with all texts that named it.
function gather(all: Judged[]): FoundOrder[] {
  const orders = new Map<string, FoundOrder>();
  for (const { word, ...judgement } of all) {
    const before = orders.get(judgement.orderId);
    const words = unique([...(before?.words ?? []), ...(word === null ? [] : [word])]);
    const surest = before && isMoreCertain(before, judgement) ? before : judgement;
    orders.set(judgement.orderId, { ...surest, words });
  }
  return [...orders.values()].sort((a, b) => rank[a.certainty] - rank[b.certainty]);
}

// An order once denied is not certain, whatever else names it.
function isMoreCertain(
  before: Pick<Judged, "certainty" | "doubt">,
  next: Pick<Judged, "certainty" | "doubt">,
): boolean {
  if (before.doubt === "denied" || next.doubt === "denied") return before.doubt === "denied";
  return rank[before.certainty] <= rank[next.certainty];
}

function unique(words: string[]): string[] {
  return [...new Set(words)];
}
