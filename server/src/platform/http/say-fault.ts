import * as z from "zod";

type Issue = z.core.$ZodRawIssue;

/** Has everything that reads input say what is wrong with it as people do, wherever a schema has no words of its own. */
export function sayFaultsInWords(): void {
  z.config({ customError: sayFault });
}

/**
 * What is wrong with a field, as "Name is required" or "Limit must be a whole number from 1 to 100": in the field's name, without
 * the words of the program that checked it.
 */
export function sayFault(issue: Issue): string {
  const name = nameOf(issue.path ?? []);
  if (issue.code === "invalid_format") return formatFault(name, issue.format);
  if (issue.input === undefined && ["invalid_type", "invalid_value", "invalid_union"].includes(issue.code)) {
    return `${name} is required`;
  }
  const wanted = wantedOf(issue);
  return wanted === null ? `${name} is not valid` : `${name} must be ${wanted}`;
}

/** The innermost field's name in words: of `expected.senderName` "Sender name", of `ticketId` "Ticket ID". */
function nameOf(path: readonly PropertyKey[]): string {
  const field = path.findLast((part) => typeof part === "string" && part !== "");
  if (field === undefined) return "The request";
  const words = String(field)
    .replace(/[A-Z]/g, (letter) => ` ${letter.toLowerCase()}`)
    .replace(/\b(id|url|html)(s?)\b/g, (_, word: string, plural: string) => `${word.toUpperCase()}${plural}`);
  return words.charAt(0).toUpperCase() + words.slice(1);
}

function formatFault(name: string, format: string): string {
  if (format === "email") return "Please enter a valid email address";
  if (format === "datetime") return `${name} must be a date and time, as 2026-11-22T09:30:00Z`;
  if (format === "date") return `${name} must be a date, as 2026-11-22`;
  return format === "url" ? `${name} must be the address of a page` : `${name} is not valid`;
}

function wantedOf(issue: Issue): string | null {
  if (issue.code === "invalid_value") return oneOf(issue.values.map(String));
  if (issue.code === "invalid_type")
    return isNumber(issue.expected) ? numberWanted(issue) : (kinds[issue.expected] ?? null);
  if (issue.code !== "too_small" && issue.code !== "too_big") return null;
  if (isNumber(issue.origin)) return numberWanted(issue);
  const unit = units[issue.origin];
  if (!unit) return null;
  return issue.code === "too_big"
    ? `${unit[0]} of at most ${count(issue.maximum, unit[1])}`
    : `${unit[0]} of at least ${count(issue.minimum, unit[1])}`;
}

const kinds: Record<string, string> = {
  string: "text",
  boolean: "true or false",
  array: "a list",
  object: "an object",
  record: "an object",
  null: "null",
};
const units: Record<string, readonly [string, string]> = {
  string: ["text", "character"],
  array: ["a list", "entry"],
};
const isNumber = (kind: string) => ["number", "int", "bigint"].includes(kind);

function count(size: number | bigint, unit: string): string {
  const several = unit.endsWith("y") ? `${unit.slice(0, -1)}ies` : `${unit}s`;
  return `${size.toLocaleString("en-US")} ${Number(size) === 1 ? unit : several}`;
}

function oneOf(values: readonly string[]): string {
  return values.length < 2 ? (values[0] ?? "") : `${values.slice(0, -1).join(", ")} or ${values.at(-1)}`;
}

/** A number as its whole schema wants it, whichever of its rules was broken. */
function numberWanted({ inst, schema }: Issue & { schema?: unknown }): string {
  const number = schema instanceof z.ZodNumber ? schema : inst;
  if (!(number instanceof z.ZodNumber)) return "a number";
  const { minValue, maxValue, isInt } = number;
  const kind = isInt ? "a whole number" : "a number";
  const [from, to] = [minValue, maxValue].map((bound) =>
    bound === null || Math.abs(bound) >= 2 ** 53 - 1 ? null : bound,
  );
  if (from !== null && to !== null) return `${kind} from ${from} to ${to}`;
  if (from !== null) return `${kind} of ${from} or more`;
  return to === null ? kind : `${kind} of ${to} or less`;
}
