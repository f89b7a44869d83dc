import type { Context } from "./context.ts";
import type { Reckoning } from "./derived-amounts.ts";
import type { CheckedOrder, KnownAmount } from "./facts.ts";
import type { Finding } from "./finding.ts";
import type { AmountKind, Words } from "./languages/words.ts";
import { isPermuted, isSlip, isSwapped } from "./likeness.ts";
import { thousandths, type WrittenAmount, writeLike } from "./read-money.ts";
import { has, isHedged, placesOf, type Sentence } from "./read-reply.ts";

/** An amount, what is known where it stands, and what may explain it. */
export interface Look {
  context: Context;
  words: Words;
  sentence: Sentence;
  amount: WrittenAmount;
  /** All the amounts of its sentence. */
  within: readonly WrittenAmount[];
  orders: readonly CheckedOrder[];
  known: readonly KnownAmount[];
  /** Those of the same value, and those of them in the same currency. */
  same: readonly KnownAmount[];
  inCurrency: readonly KnownAmount[];
  /** Whether the customer wrote it. */
  isTheirs: boolean;
  reckoning: Reckoning;
}

// "Not 54.90 as I wrote by mistake"
const corrected =
  /(?<!\p{L})(?:correct(?:ion|ed)|mistake\p{L}*|typo|error|wrongly|previously|korrigier\p{L}+|korrektur|irrtümlich|versehentlich|fälschlich\p{L}*|tippfehler|erreur|corrig\p{L}+|rectif\p{L}+|correc\p{L}+|errata|errone\p{L}+|errore|refuso|corregg\p{L}+|corrett\p{L}+|fout\p{L}*|vergissing|abusievelijk|pomył\p{L}+|omyłk\p{L}+|błęd\p{L}+|błąd|engano|erro|lapso)(?!\p{L})|誤|訂正|間違(?!い(?:は)?(?:ござい|あり)ませ)/iu;
const deniedBefore =
  /(?<!\p{L})(?:not|rather than|instead of|nicht|kein\p{L}*|statt|anstatt|pas|non|au lieu de|plutôt que|no|en lugar de|en vez de|invece d[ie]\p{L}*|anziché|niet|geen|in plaats van|nie|zamiast|não|em vez de) (?:\p{L}{1,5} )?$/iu;

export function isCorrected({ text, start }: Sentence, amount: WrittenAmount): boolean {
  const [from, to] = [amount.start - start, amount.end - start];
  return (
    corrected.test(text) ||
    deniedBefore.test(text.slice(Math.max(0, from - 32), from)) ||
    /^ ?(?:では|じゃ)/u.test(text.slice(to, to + 4))
  );
}

// "Your bank may show it as £31.50, depending on the rate"
const atRate =
  /(?<!\p{L})(?:banks?|rate|rates|exchange|convert\p{L}*|bank|kurs\p{L}*|umgerechnet|wechselkurs\p{L}*|banque|taux|conver\p{L}+|banco|cambio|banca|koers|omgerekend|kurs\p{L}*|przelicz\p{L}+|câmbio)(?!\p{L})|為替|レート/iu;

export const isRate = (sentence: Sentence, amount: WrittenAmount): boolean =>
  atRate.test(sentence.text) || isCorrected(sentence, amount);

export function isClaimed(words: Words, sentence: Sentence, amount: WrittenAmount): boolean {
  const { text, start } = sentence;
  const [from, to] = [amount.start - start, amount.end - start];
  if (isHedged(text, from, to, words) || has(words.offer, text) || isBounded(words, sentence, amount)) return false;
  return has(words.settled, text) || /[:=] ?$/.test(text.slice(Math.max(0, from - 24), from));
}

// "Up to 40 €", "40-50 €", "49.90 € per piece", "10,000円以上"
export function isBounded(words: Words, { text, start }: Sentence, amount: WrittenAmount): boolean {
  const [from, to] = [amount.start - start, amount.end - start];
  const before = text.slice(Math.max(0, from - 24), from);
  const behind = text.slice(to, to + 12);
  return (
    placesOf(words.bound, before).some(({ end }) => before.slice(end).trim() === "") ||
    /^ ?(?:-|–|\/|\+|×|x ?\d|以上|以下|まで|未満|OFF|off)/u.test(behind) ||
    /[-–+~] ?$/.test(before)
  );
}

export const thousandthsOf = ({ amount }: KnownAmount): number => thousandths(amount);

export const isValue = (one: KnownAmount, { values }: WrittenAmount): boolean => values.includes(thousandthsOf(one));

const digitsOf = (value: number): string => (value / 1000).toFixed(2).replace(".", "");

export function isAlike(one: KnownAmount, { values, currencies }: WrittenAmount): boolean {
  const digits = digitsOf(thousandthsOf(one));
  return (
    currencies.includes(one.currency) &&
    values.some((value) => digitsOf(value).length === digits.length && isSlip(digitsOf(value), digits))
  );
}

// Of three digits at least where nothing else says what it is: 12 for 21 is another number.
export function isSwappedAmount(one: KnownAmount, { values, currencies }: WrittenAmount, least = 3): boolean {
  const digits = digitsOf(thousandthsOf(one));
  const count = digits.replace(/0+$/, "").length;
  if (count < least || !currencies.includes(one.currency)) return false;
  return values.some(
    (value) => isSwapped(digitsOf(value), digits) || (count > 3 && isPermuted(digitsOf(value), digits)),
  );
}

const names: Record<AmountKind, string> = {
  refund: "the refund was",
  total: "the total is",
  shipping: "shipping was",
  tax: "the tax is",
  discount: "the discount is",
  line: "the price is",
};

export function differs(
  { reading }: Context,
  amount: WrittenAmount,
  known: readonly KnownAmount[],
  kind: AmountKind | undefined,
): Finding {
  const { start, end } = amount;
  const written = reading.text.slice(start, end);
  const ofCurrency = known.filter(({ currency }) => amount.currencies.includes(currency));
  const usable = ofCurrency.length > 0 ? ofCurrency : known;
  const alike = usable.filter((one) => isAlike(one, amount));
  const forms = (some: readonly KnownAmount[]) => [
    ...new Set(some.map((one) => writeLike(reading.text, amount, thousandthsOf(one), one.currency))),
  ];
  const close = forms(alike);
  const all = forms(usable);
  const right = close.length === 1 ? close[0] : all.length === 1 ? all[0] : null;
  const says = `You write ${written}; ${names[kind ?? "total"]} ${right ?? all.slice(0, 3).join(" or ")}`;
  return {
    kind: "amount",
    start,
    end,
    written,
    right: right ?? null,
    canReplace: right !== undefined && right !== null,
    says,
  };
}
