import * as z from "zod";
import { trimWritten } from "./desk/trim-written.ts";
import { limits } from "./limits.ts";

export const pageInput = z.object({
  cursor: z.string().max(200).optional(),
  limit: z.coerce.number().int().min(1).max(limits.maxPageSize).default(limits.defaultPageSize),
});

/** Written as PostgreSQL writes it, whatever its case was. */
export const id = z.uuid().toLowerCase();
/** PostgreSQL has no year 0. */
export const timestamp = z.iso.datetime().refine((at) => at >= "0001", "Please enter a valid date");

/**
 * Text as people type it, trimmed; without NUL and lone surrogates, which no database text can hold. `whenMissing` is the error
 * for an absent text.
 */
export function typedText(whenMissing?: string) {
  return storedText(whenMissing).trim();
}

export function storedText(whenMissing?: string) {
  return z
    .string({ error: ({ input }) => (input === undefined || input === null ? whenMissing : undefined) })
    .overwrite((text) => text.replaceAll("\0", "").toWellFormed());
}

/** Marks that change the direction of writing, and control characters: a name with them would look like another one. */
const invisible = /[\p{Cc}\u061c\u200b\u200e\u200f\u202a-\u202e\u2060\u2066-\u2069\ufeff]/gu;

/** Returns a name on one line, without invisible characters. */
export function oneLine(name: string): string {
  return name.replace(/\s+/g, " ").replaceAll(invisible, "").trim();
}

/** Letters that look empty and are neither marks nor control characters. */
const blankLetters = /[\u115f\u1160\u2800\u3164\uffa0]/g;

/** Whether a text has anything visible. */
export function hasVisible(text: string): boolean {
  return /[\p{L}\p{N}\p{P}\p{S}]/u.test(text.replace(blankLetters, ""));
}

/** Returns the text, or an empty one if nothing in it is visible. */
export function noBlank(text: string): string {
  return hasVisible(text) ? text : "";
}

/** The words for a text of more than `max` characters. */
export function tooLong(name: string, max: number): string {
  return `${name} is too long (maximum ${max.toLocaleString("en-US")} characters)`;
}

/** A trimmed text with something visible, of at most `max` characters. */
export function trimmedText(name: string, max: number, whenBlank: string) {
  return typedText(whenBlank).overwrite(noBlank).min(1, whenBlank).max(max, tooLong(name, max));
}

/** The same for lines that keep their indents: `trimWritten`. */
export function writtenText(name: string, max: number, whenBlank: string) {
  return storedText(whenBlank).overwrite(trimWritten).overwrite(noBlank).min(1, whenBlank).max(max, tooLong(name, max));
}

/** An amount with its decimals as the database writes it, such as "1234.50": a binary number could not hold it exactly. */
export const money = z.templateLiteral([z.number()]);
export type Money = z.infer<typeof money>;
