import type * as z from "zod";
import { limits } from "../limits.ts";
import { typedText } from "../page.ts";
import { isTypedAddress, normalAddress } from "./address.ts";

const notValid = "Please enter a valid email address";

/** An address in its spelling by its owner, and in lower case, by which addresses are compared. */
export type SpelledAddress = { email: string; written?: string };

/**
 * Returns an address in lower case, with its spelling if that differs: a mail server may tell apart the letters before the @
 * (RFC 5321, section 2.4). A `written` of another address does not count.
 */
export function spelledAddress(typed: string, written: string = typed): SpelledAddress {
  const email = comparedAddress(typed);
  const spelling = comparedAddress(written) === email ? (normalAddress(written) ?? written) : typed;
  return spelling === email ? { email } : { email, written: spelling };
}

function comparedAddress(text: string): string {
  const lower = text.toLowerCase();
  return normalAddress(lower) ?? lower;
}

/** A typed address with any dots and quotes, read in lower case and as stored. `whenBlank` is the error for an empty one. */
export function typedAddress(whenBlank: string) {
  return checked(ofAddressLength(typedText(whenBlank).toLowerCase()), whenBlank);
}

/** The same in the spelling in which it was typed, for {@link spelledAddress}. */
export function typedSpelling(whenBlank: string) {
  return checked(spellingText(whenBlank), whenBlank);
}

function checked(text: z.ZodString, whenBlank: string) {
  return text.min(1, whenBlank).refine((text) => text === "" || isTypedAddress(text), { error: notValid, abort: true });
}

/** The same spelling without a check: other fields decide whether an address is needed ({@link isTypedAddress}). */
export function spellingText(whenMissing?: string) {
  return ofAddressLength(typedText(whenMissing));
}

function ofAddressLength(text: z.ZodString) {
  return text
    .overwrite((text) => normalAddress(text) ?? text)
    .max(limits.emailAddressLength, { error: notValid, abort: true });
}
