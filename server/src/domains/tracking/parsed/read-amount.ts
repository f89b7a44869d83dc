import { type Money, money } from "@deskhand/contract/page";

const signs: Readonly<Record<string, string>> = {
  $: "USD",
  "€": "EUR",
  "£": "GBP",
  "¥": "JPY",
  "₹": "INR",
  "₩": "KRW",
  "₺": "TRY",
  "₽": "RUB",
  zł: "PLN",
};
// Before or after the digits, with or without a blank.
const written = /^(-?)([A-Z]{3}|[^\s\d.,'’-]{1,3})?\s?(-?)(\d[\d.,'’\s]{0,40})\s?([A-Z]{3}|[^\s\d.,'’-]{1,3})?$/u;

/** An amount as a text writes it, such as "$1,042.50" or "1.042,50 EUR", with the currency it names; null for no amount. */
export function readAmount(text: string): { amount: Money; currency: string | null } | null {
  const match = written.exec(text.trim().slice(0, 60));
  if (!match) return null;
  const [, outerMinus = "", before = "", innerMinus = "", digits = "", after = ""] = match;
  const plain = toDecimal(digits.trim());
  const amount = money.safeParse(`${outerMinus || innerMinus}${plain}`);
  if (plain === null || !amount.success) return null;
  return { amount: amount.data, currency: readCurrency(before) ?? readCurrency(after) };
}

const codes = new Set(Intl.supportedValuesOf("currency"));
/** What people write for a currency that has no sign of its own. */
const words = "kr kn zł kč ft lei лв tl rs rm fr руб грн ден din 円 元 원".split(" ");

/** Whether a text is an amount that names its currency; a number alone may be a year, a day or a count. */
export function isPriced(text: string): boolean {
  const match = written.exec(text.trim().slice(0, 60));
  if (!match || !readAmount(text)) return false;
  return [match[2] ?? "", match[5] ?? ""].some(
    (word) => codes.has(word) || /\p{Sc}/u.test(word) || words.includes(word.toLowerCase()),
  );
}

function readCurrency(word: string): string | null {
  return /^[A-Z]{3}$/.test(word) ? word : (signs[word] ?? null);
}

// In threes, or as India groups.
const wellGrouped = /^\d{1,3}(?:\d*|(?:[.'’\s]\d{3})+|(?:,\d{2,3})*,\d{3})$/;

// The last sign parts off the decimals: a dot always, as no platform groups by dots alone; a comma unless it groups thousands.
function toDecimal(digits: string): string | null {
  const last = Math.max(digits.lastIndexOf("."), digits.lastIndexOf(","));
  const isGroup = /^\d{1,3}(?:(?:,\d{3})+|(?:\.\d{3}){2,})$/.test(digits);
  const [whole, decimals] = last < 0 || isGroup ? [digits, ""] : [digits.slice(0, last), digits.slice(last + 1)];
  if (!wellGrouped.test(whole)) return null;
  const ones = whole.replace(/[.,'’\s]/g, "").replace(/^0+(?=\d)/, "");
  // More than a platform's largest amount is none.
  if (!/^\d{1,15}$/.test(ones) || !/^\d{0,6}$/.test(decimals)) return null;
  return decimals === "" ? ones : `${ones}.${decimals}`;
}
