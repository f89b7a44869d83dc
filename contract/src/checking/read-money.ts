/** An amount of money in a text. */
export interface WrittenAmount {
  /** Where its number with the currency stands, and where the number alone. */
  start: number;
  end: number;
  number: { start: number; end: number };
  /** In thousandths; more than one where a point or a blank may mean two things. */
  values: number[];
  /** What the currency may be. */
  currencies: readonly string[];
}

const dollars = ["USD", "CAD", "AUD", "NZD", "SGD", "HKD", "MXN", "TWD"];
const crowns = ["SEK", "NOK", "DKK", "ISK"];
const signs: readonly (readonly [written: string, currencies: readonly string[]])[] = [
  ["US\\$|USD|US-Dollar", ["USD"]],
  ["CA\\$|C\\$|CAD", ["CAD"]],
  ["AU\\$|A\\$|AUD", ["AUD"]],
  ["NZ\\$|NZD", ["NZD"]],
  ["HK\\$|HKD", ["HKD"]],
  ["S\\$|SGD", ["SGD"]],
  ["R\\$|BRL", ["BRL"]],
  ["€|EUR|euros?", ["EUR"]],
  ["£|GBP|pounds?|pund", ["GBP"]],
  ["zł(?:otych|ote|oty)?|PLN|zl", ["PLN"]],
  ["CHF|SFr\\.?|Fr\\.|Franken", ["CHF"]],
  ["¥|JPY|CNY|RMB|円|元|yen", ["JPY", "CNY"]],
  ["SEK", ["SEK"]],
  ["NOK", ["NOK"]],
  ["DKK", ["DKK"]],
  ["kr\\.?|kronor|kroner", crowns],
  ["Kč|CZK", ["CZK"]],
  ["Ft|HUF", ["HUF"]],
  ["₹|INR", ["INR"]],
  ["₩|KRW", ["KRW"]],
  ["KWD", ["KWD"]],
  ["\\$|dollars?|dólares|Dollar", dollars],
];
const anySign = `(?:${signs.map(([written]) => written).join("|")})`;
const number = "\\d{1,3}(?:[ .,']\\d{3})+(?:[.,]\\d{1,2})?(?!\\d)|\\d{1,9}(?:[.,]\\d{1,3}(?!\\d)|,-+)?(?!\\d)";
const behind = new RegExp(
  `(?<![\\p{sc=Latn}\\p{N}])(?<sign>${anySign}) {0,2}(?<number>${number})(?![.,]?\\d|%)`,
  "giu",
);
const before = new RegExp(
  `(?<![\\p{L}\\p{N}.,#-])(?<number>${number}) {0,2}(?<sign>${anySign})(?![\\p{L}\\p{N}])`,
  "giu",
);
const beforeUnspaced = new RegExp(`(?<![\\p{Nd}.,#-])(?<number>${number}) {0,2}(?<sign>円|元)`, "giu");

/** Finds the amounts of money in a levelled text, in their order. */
export function readAmounts(text: string): WrittenAmount[] {
  const found = [behind, before, beforeUnspaced].flatMap((pattern) => [...text.matchAll(pattern)].map(readAmount));
  found.sort((one, other) => one.start - other.start || other.end - one.end);
  // "39,00 zł 30 listopada": the sign is the first one's.
  return found.filter(({ start, end }, at) =>
    found.every((other, place) => place >= at || other.end <= start || other.start >= end),
  );
}

function readAmount(match: RegExpExecArray): WrittenAmount {
  const { sign = "", number: digits = "" } = match.groups ?? {};
  const { index: start } = match;
  const end = start + match[0].length;
  const isFirst = match[0].startsWith(digits);
  const numberStart = isFirst ? start : end - digits.length;
  const number = { start: numberStart, end: numberStart + digits.length };
  return { start, end, number, values: valuesOf(digits), currencies: currenciesOf(sign) };
}

function currenciesOf(sign: string): readonly string[] {
  const found = signs.find(([written]) => new RegExp(`^(?:${written})$`, "iu").test(sign));
  return found?.[1] ?? [];
}

/** An amount in thousandths, so that equal amounts are equal numbers. */
export const thousandths = (amount: string | number): number => Math.round(Number(amount) * 1000);

/** What a written number may mean, in thousandths: "1.234" is a thousand, or a dinar and a bit. */
function valuesOf(written: string): number[] {
  const text = written.replace(/,-+$/, "");
  const last = Math.max(text.lastIndexOf("."), text.lastIndexOf(","));
  const decimals = last < 0 ? 0 : text.length - last - 1;
  const whole = thousandths(text.replace(/[^\d]/g, ""));
  const split = thousandths(`${text.slice(0, last).replace(/[^\d]/g, "")}.${text.slice(last + 1)}`);
  if (last < 0) {
    // "2 199 €" may be two of 199.
    const [, group] = /^\d{1,2} (\d{3})$/.exec(text) ?? [];
    return group === undefined ? [whole] : [whole, thousandths(group)];
  }
  return decimals === 3 ? [whole, split] : [split];
}

/** Writes an amount as another one was written: with its separators and the place of its currency. */
export function writeLike(text: string, written: WrittenAmount, value: number, currency: string): string {
  const { start, end, number } = written;
  const digits = text.slice(number.start, number.end);
  const isSame = written.currencies.includes(currency);
  const sign = (part: string) => (isSame || part.trim() === "" ? part : part.replace(/\S+/, signOf(currency)));
  return `${sign(text.slice(start, number.start))}${writeNumber(digits, value, currency)}${sign(text.slice(number.end, end))}`;
}

function writeNumber(like: string, value: number, currency: string): string {
  const most = decimalsOf(currency);
  const [, tail] = /[.,](\d{1,2})$/.exec(like) ?? [];
  const isWhole = value % 1000 === 0;
  const count = tail === undefined && isWhole ? 0 : most;
  const [whole = "", part] = (value / 1000).toFixed(count).split(".");
  const [, group] = /\d([ .,'])\d{3}(?!\d)/.exec(like) ?? [];
  const point = tail === undefined ? (group === "." ? "," : ".") : like.at(-1 - tail.length);
  const isGrouped = group !== undefined && whole.length > 3;
  const grouped = isGrouped ? whole.replace(/\B(?=(?:\d{3})+$)/g, group) : whole;
  return part === undefined ? grouped : `${grouped}${point}${part}`;
}

const formats = new Map<string, Intl.NumberFormat | null>();

/** How a currency is written; null for one that is none of ISO 4217. */
function formatOf(currency: string): Intl.NumberFormat | null {
  const known = formats.get(currency);
  if (known !== undefined) return known;
  const made = makeFormat(currency);
  formats.set(currency, made);
  return made;
}

function makeFormat(currency: string): Intl.NumberFormat | null {
  try {
    return new Intl.NumberFormat("en", { style: "currency", currency });
  } catch {
    // No three letters.
    return null;
  }
}

const decimalsOf = (currency: string): number => formatOf(currency)?.resolvedOptions().maximumFractionDigits ?? 2;

const signOf = (currency: string): string =>
  formatOf(currency)
    ?.formatToParts(0)
    .find(({ type }) => type === "currency")?.value ?? currency;
