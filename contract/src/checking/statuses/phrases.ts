import { pieces, words } from "../languages/words.ts";

/** What may be said to have become of an order. */
export type Status =
  | "refunded"
  | "shipped"
  | "delivered"
  | "cancelled"
  | "underway"
  | "paid"
  | "returned"
  /** Waits at a shop or a locker for its receiver. */
  | "pickup"
  /** A refund that is still to be made. */
  | "owed";

/** How a language says each of them. Whether it is denied, to come, or conditional shows by other words around it. */
export type StatusPhrases = Record<Status, RegExp>;

/**
 * A pattern of phrases, one a line. "(a|b)" is either, "(a)?" may be missing; "_" are up to four words between two, and "*" is anything
 * short that does not end the sentence, such as a date.
 */
export const phrases = (...lines: readonly string[]): RegExp => words(lines.map(readable).join("|"));

/** The same for a language that writes no blanks, where "*" is anything short. */
export const phrasesOfPieces = (...lines: readonly string[]): RegExp => pieces(lines.map(readablePieces).join("|"));

// "_" and "*" take the blank behind them.
const readable = (line: string): string =>
  line
    .replace(/\((?!\?)/g, "(?:")
    .replace(/_ /g, "(?:[\\p{L}'-]+ ){0,4}")
    .replace(/\* /g, "(?:(?:[^.!?;,\\n]|[.,](?=\\d)|(?<=\\d)\\.(?= )){1,60} )?")
    .replace(/@/g, "\\p{L}*");

const readablePieces = (line: string): string =>
  line.replace(/\((?!\?)/g, "(?:").replace(/\*/g, "[^。！？!?\\n、]{0,12}");
