import type { ShippingAddress } from "@deskhand/contract/actions/action-parts";
import { countries } from "./address-shape.ts";
import { type PostalLine, postalLineIn } from "./postal-lines.ts";

export type ReadAddress = Partial<ShippingAddress> & Pick<ShippingAddress, "address1" | "countryCode">;

/** A mail is read so far, and a row of it so far: an address is short. */
const READ_LENGTH = 20_000;
const ROW_LENGTH = 160;

/** Words in front of an address within a sentence: "please send it to". */
const leadIn =
  /^.*\b(?:to|at|is|address|now|an|nach|adresse|lautet|à|est|adres|naar|dirección|es|indirizzo|è)\b[: ]+/iu;
/** A street with its number before or behind it. */
const numberFirst = /^(?:\d+[a-z]?(?:[-/]\d+[a-z]?)?|Flat \d+|Unit \d+),? \p{L}.{1,60}$/iu;
const numberLast = /^\p{L}[\p{L}\d .'’-]{1,60} \d+ ?[a-z]?(?:[-/] ?\d+[a-z]?)?$/iu;

const ownNames: Record<string, string> = {
  deutschland: "DE",
  österreich: "AT",
  schweiz: "CH",
  suisse: "CH",
  españa: "ES",
  italia: "IT",
  nederland: "NL",
  "the netherlands": "NL",
  belgië: "BE",
  belgique: "BE",
  polska: "PL",
  sverige: "SE",
  danmark: "DK",
  norge: "NO",
  uk: "GB",
  england: "GB",
  scotland: "GB",
  wales: "GB",
  "northern ireland": "GB",
  usa: "US",
  "united states of america": "US",
  日本: "JP",
};
const countryNames = new Map([
  ...countries.map(({ value, label }): [string, string] => [label.toLowerCase(), value]),
  ...Object.entries(ownNames),
]);

/**
 * Finds an address in what a customer wrote: a street with a number, then a postal code and a place, in rows or between commas. `country` is the
 * order's, for codes that several countries write alike. Returns the last one, as a correction stands below what it corrects; null for none. It
 * takes linear time.
 */
export function addressIn(text: string, country: string): ReadAddress | null {
  const rows = rowsOf(text.slice(0, READ_LENGTH));
  let found: ReadAddress | null = null;
  rows.forEach((row, at) => {
    const after = rows[at + 1];
    const named = [after, rows[at + 2]].map((each) => (each ? countryNamed(each) : undefined)).find(Boolean);
    const end = postalLineIn(row, named ?? country);
    if (end !== null) found = addressBefore(rows, at, end, named) ?? found;
  });
  return found ?? addressWithoutCode(text, country);
}

/**
 * Finds a paragraph that is an address without a postal code: a name or nothing, a street, a place, a country or nothing. The code is left
 * for a person to enter.
 */
function addressWithoutCode(text: string, country: string): ReadAddress | null {
  const paragraphs = text.slice(0, READ_LENGTH).split(/\n\s*\n/);
  for (const paragraph of paragraphs.toReversed()) {
    const rows = paragraph
      .trim()
      .split("\n", 6)
      .map((row) => row.replace(/\s+/g, " ").replace(/[,.]$/, "").trim());
    const named = countryNamed(rows.at(-1) ?? "");
    if (named !== undefined) rows.pop();
    const [city = "", address1 = "", name, ...others] = rows.toReversed();
    const isAddress =
      others.length === 0 && isStreet(address1) && /^\p{Lu}[\p{L}'’.-]*(?: [\p{L}'’.-]+){0,3}$/u.test(city);
    const person = nameIn(name);
    if (!isAddress || (name !== undefined && person.lastName === undefined)) continue;
    return { countryCode: named ?? country, address1, city, ...person };
  }
  return null;
}

/** The parts between line ends and commas; "" between paragraphs. */
function rowsOf(text: string): string[] {
  return text.split("\n").flatMap((line) => {
    const written = line.trim();
    if (written.startsWith(">")) return [];
    return written
      .slice(0, 3 * ROW_LENGTH)
      .split(/[,;]/)
      .map((part) => part.replace(/\s+/g, " ").trim())
      .filter((part) => part.length <= ROW_LENGTH);
  });
}

function addressBefore(
  rows: readonly string[],
  at: number,
  end: PostalLine,
  named: string | undefined,
): ReadAddress | null {
  const countryCode = named ?? end.country;
  if (countryCode === "") return null;
  const { zip, provinceCode } = end;
  if (end.country === "JP") {
    return { countryCode, zip, provinceCode, city: end.city || null, address1: end.rest || rows[at + 1] || null };
  }
  // Within one row the street may stand before the code.
  const before = blockBefore(rows, at);
  const city = end.city || before.shift() || "";
  if (city === "") return null;
  const own = streetIn(
    (rows[at] ?? "")
      .split(end.city || zip)[0]
      ?.replace(zip, "")
      .trim() ?? "",
  );
  if (own !== null) return { countryCode, zip, provinceCode, city, address1: own };
  const street = before.findIndex((row) => streetIn(row) !== null);
  if (street < 0 || street > 1) return null;
  const address1 = streetIn(before[street] ?? "");
  if (address1 === null) return null;
  const address2 = street === 1 ? (before[0] ?? null) : null;
  return { countryCode, zip, provinceCode, city, address1, address2, ...nameIn(before[street + 1]) };
}

/** The rows of the same paragraph before one, the nearest first. */
function blockBefore(rows: readonly string[], at: number): string[] {
  const before = rows.slice(Math.max(at - 5, 0), at);
  return before.slice(before.lastIndexOf("") + 1).toReversed();
}

/** The street in a row, without the words that lead to it; null if it is none. */
function streetIn(row: string): string | null {
  if (/[@#?!]|https?:/.test(row)) return null;
  const candidates = [row, row.replace(leadIn, "")];
  return candidates.find((each) => isStreet(each.trim()))?.trim() ?? null;
}

const isStreet = (row: string) =>
  (numberFirst.test(row) || numberLast.test(row)) && row.split(" ").length <= 8 && !leadIn.test(`${row} `);

/** A first and a last name, if a row is nothing else. */
function nameIn(row: string | undefined): Pick<ReadAddress, "firstName" | "lastName"> {
  const words = row?.split(" ") ?? [];
  if (words.length < 2 || words.length > 4 || !words.every((word) => /^\p{Lu}[\p{L}.'’-]*$/u.test(word))) return {};
  return { firstName: words.slice(0, -1).join(" "), lastName: words.at(-1) ?? null };
}

/** The country that a row names, and nothing else. */
function countryNamed(row: string): string | undefined {
  const words = row.replace(/[.!?]+$/, "").toLowerCase();
  return countryNames.get(words);
}
