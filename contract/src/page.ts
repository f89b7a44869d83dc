import * as z from "zod";
import { trimWritten } from "./desk/trim-written.ts";
import { limits } from "./limits.ts";

export const pageInput = z.object({
  cursor: z.string().max(200).optional(),
  limit: z.coerce.number().int().min(1).max(limits.maxPageSize).default(limits.defaultPageSize),
});

/** As PostgreSQL writes it, whatever the case it comes in. */
export const id = z.uuid().toLowerCase();
/** PostgreSQL knows no year 0. */
export const timestamp = z.iso.datetime().refine((at) => at >= "0001", "Please enter a valid date");

/**
 * Text as people type it, trimmed; without NUL and halves of a character, which no database text holds. What is not there at all
 * is answered with `whenMissing`.
 */
export function typedText(whenMissing?: string) {
  return storedText(whenMissing).trim();
}

export function storedText(whenMissing?: string) {
  return z
    .string({ error: ({ input }) => (input === undefined || input === null ? whenMissing : undefined) })
    .overwrite((text) => text.replaceAll("\0", "").toWellFormed());
}

/** Marks that turn the direction of writing, and controls: a name with them would show as another one. */
const invisible = /[\p{Cc}\u061c\u200b\u200e\u200f\u202a-\u202e\u2060\u2066-\u2069\ufeff]/gu;

/** A name as people read it: on one line, without signs that cannot be seen. */
export function oneLine(name: string): string {
  return name.replace(/\s+/g, " ").replaceAll(invisible, "").trim();
}

/** Letters that look like nothing, which neither marks nor controls are. */
const blankLetters = /[\u115f\u1160\u2800\u3164\uffa0]/g;

/** Whether anything of a text can be seen. */
export function hasVisible(text: string): boolean {
  return /[\p{L}\p{N}\p{P}\p{S}]/u.test(text.replace(blankLetters, ""));
}

/** The text as it is, or an empty one where nothing of it can be seen. */
export function noBlank(text: string): string {
  return hasVisible(text) ? text : "";
}

/** What is said of a text of more than `max` characters. */
export function tooLong(name: string, max: number): string {
  return `${name} is too long (maximum ${max.toLocaleString("en-US")} characters)`;
}

/** A text of which something must be seen, trimmed and no longer than `max` characters. */
export function trimmedText(name: string, max: number, whenBlank: string) {
  return typedText(whenBlank).overwrite(noBlank).min(1, whenBlank).max(max, tooLong(name, max));
}

/** The same, of lines that keep their indents: `trimWritten`. */
export function writtenText(name: string, max: number, whenBlank: string) {
  return storedText(whenBlank).overwrite(trimWritten).overwrite(noBlank).min(1, whenBlank).max(max, tooLong(name, max));
}

/** An amount with its decimals as the database writes it, such as "1234.50": no binary number holds one exactly. */
export const money = z.templateLiteral([z.number()]);
export type Money = z.infer<typeof money>;
