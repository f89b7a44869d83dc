import { QuotingError } from "../quoting-error.ts";

/** The next server refused the mail for good: sending it again would be refused again. The message is the server's own words. */
export class DeliveryRefused extends QuotingError {
  override readonly name = "DeliveryRefused";
}

/**
 * The mail may or may not have been taken, or not yet: the server was not reached, said "later", or went away in the
 * middle. The same mail is to be tried again, with the same Message-ID. The message says what happened.
 */
export class DeliveryDelayed extends QuotingError {
  override readonly name = "DeliveryDelayed";
  /** Whether the server had no room for one more connection beside others of ours: nothing was tried. */
  isCrowded = false;
}

/** Most characters of a reason that are kept. */
const reasonLength = 500;

/** A server's words as one line that may be shown and stored: nothing that is no character, at most 500 characters. */
export function cleanReason(words: string): string {
  const line = words
    .replace(/[\p{C}\uFFFD]+/gu, " ")
    .replace(/\s+/g, " ")
    .trim();
  if (!line) return "The server gave no reason";
  return line.length > reasonLength ? `${line.slice(0, reasonLength - 1).trimEnd()}…` : line;
}
