import type { StatusPhrases } from "../statuses/phrases.ts";

/** The languages whose sentences the check reads. */
export type Language = "en" | "de" | "fr" | "es" | "it" | "nl" | "pl" | "pt" | "ja";

/** What an amount is the amount of. */
export type AmountKind = "refund" | "total" | "shipping" | "tax" | "discount" | "line";
/** What happened to an order on a day. */
export type DateKind = "ordered" | "shipped" | "delivered" | "refunded" | "cancelled" | "expected";

/** What the check knows of a language. Each pattern has the flag "g", so that all of its places are found. */
export interface Words {
  /** Words that hardly any other of the languages has, by which it is recognised. */
  common: RegExp;
  /** Opens a condition, behind which nothing is claimed. */
  condition: RegExp;
  /** Says in a clause that something is denied, to come, possible, or somebody else's word. */
  hedge: RegExp;
  /** Whether such a word counts behind what it is about as well: the verb may come last. */
  hedgesBackwards: boolean;
  /** Says that something is so, or was done. */
  settled: RegExp;
  /** What an amount beside it is of. */
  amounts: Record<AmountKind, RegExp>;
  /** An amount in a sentence with one of these may be any. */
  offer: RegExp;
  /** Right before an amount it makes a bound or an estimate of it. */
  bound: RegExp;
  statuses: StatusPhrases;
  /** What a sentence with a status may be about instead of the order: a mail, a return, a replacement. */
  otherThing: RegExp;
  days: Record<DateKind, RegExp>;
  attached: RegExp;
  /** Says that somebody else attached it, or that it was sent before. */
  attachedElsewhere: RegExp;
  /** Begins a text, before a name. */
  greeting: RegExp;
  /** Follows a greeting where no name does. */
  noName: RegExp;
  /** Ends a text, before the writer's name. */
  closing: RegExp;
}

/** A pattern of whole words. */
export function words(alternatives: string): RegExp {
  return new RegExp(`(?<![\\p{L}\\p{N}])(?:${alternatives})(?![\\p{L}\\p{N}])`, "giu");
}

/** A pattern without borders of words, for a language that writes none. */
export function pieces(alternatives: string): RegExp {
  return new RegExp(`(?:${alternatives})`, "gu");
}
