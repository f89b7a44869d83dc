import { isEnding, isHebrewPrefix, isPreposition } from "./order-words.ts";
import type { Token } from "./plain-text.ts";
import type { WrittenNumber } from "./read-number.ts";

/** Whether digits may be a present-day year. */
export function isYear(digits: string): boolean {
  return /^(?:19|20)\d\d$/.test(digits);
}

/** Whether a number has a unit or an ordinal ending attached: "1042pcs", "1042nd". */
export function isUnit(tokens: readonly Token[], { last, isRepaired }: WrittenNumber): boolean {
  return (
    !isRepaired &&
    /^(?:pcs?|x|mm|cm|m|km|kg|g|mg|l|ml|cl|w|kw|v|lm|px|mb|gb|h|min|st|nd|rd|th|[eè]me|er|ère|te[nr]?)$/i.test(
      tokens[last]?.text ?? "",
    )
  );
}

/** The last token of a number with a grammatical ending attached: "1042-es", "1042'de". */
export function endOfBent(tokens: readonly Token[], last: number): number {
  const [sign, ending] = [tokens[last + 1], tokens[last + 2]];
  const isTight = sign?.gap === "" && ending?.gap === "" && /^[-'’]$/.test(sign.text);
  return isTight && isEnding(ending.text) ? last + 2 : last;
}

/** Whether a number is measured or calculated with: "1042%", "1042 × 1043", "1042/2". */
export function isMeasure(tokens: readonly Token[], { last }: WrittenNumber): boolean {
  const next = tokens[last + 1];
  if (endOfBent(tokens, last) > last) return false;
  return next !== undefined && next.gap !== "\n" && /^[%°x×*/=-]$/.test(next.text);
}

/** Whether more digits follow, as in phone and card numbers. */
export function isRun(tokens: readonly Token[], number: WrittenNumber): boolean {
  const { first } = number;
  if (tokens[first - 1]?.text === "+" && tokens[first]?.gap === "") return true;
  const end = endOfRun(tokens, number);
  if (end === number.last) return number.digits.startsWith("0") && number.digits.length > 6;
  const digits = tokens.slice(first, end + 1).filter(({ kind }) => kind === "digits");
  return digits.reduce((sum, { text }) => sum + text.length, 0) > 6;
}

/** The last token of the row of digits that a number begins: "1042-10 43". */
export function endOfRun(tokens: readonly Token[], { last }: WrittenNumber): number {
  let end = last;
  for (;;) {
    let next = end + 1;
    while (next <= end + 2 && tokens[next]?.kind === "sign" && /^[-./()]$/.test(tokens[next]?.text ?? "")) next += 1;
    const gaps = tokens.slice(end + 1, next + 1).some(({ gap }) => gap === "\n");
    if (tokens[next]?.kind !== "digits" || gaps) return end;
    end = next;
  }
}

/** Whether something is said to be in, from or about a number: "in 1042", "ב-1042", "1042-ben", "1042'de". */
export function standsWithin(tokens: readonly Token[], { first, last }: WrittenNumber): boolean {
  if (endOfBent(tokens, last) > last) return true;
  const [before, beyond] = [tokens[first - 1], tokens[first - 2]];
  if (tokens[first]?.gap === "\n" || !before) return false;
  if (before.text === "-") return before.gap === "" && beyond !== undefined && isHebrewPrefix(beyond.text);
  return isPreposition(before.text);
}

const list = (...words: string[]): ReadonlySet<string> => new Set(words.flatMap((some) => some.split(" ")));

const codes = list(
  "EUR USD GBP CHF SEK NOK DKK ISK PLN CZK HUF RON BGN RSD HRK RUB UAH TRY INR AUD CAD NZD JPY CNY RMB KRW SGD HKD TWD",
  "AED SAR KWD BHD OMR QAR ILS NIS EGP ZAR BRL MXN ARS CLP COP PEN THB VND IDR MYR PHP",
);
const words = list(
  "euro euros eur usd gbp dollar dollars bucks pound pounds quid pence cent cents yen kr kronor kroner krone zł zl złotych kč korun",
  "lei ft forint лв руб рублей р грн гривень tl lira שקל שקלים שח ש אירו דולר rs rupees rupee pesos peso reais franken francs chf din円",
);
const stems = /^(?:forint|lira|euró|dollár)/;
const unspaced = /^(?:円|元|원|块|บาท)/u;

/**
 * Whether a number is an amount of money, with a currency before or after it. `isNamed` where it is called an order's.
 */
export function isAmount(tokens: readonly Token[], first: number, last: number, isNamed: boolean): boolean {
  const [before, behind] = [tokens[first - 1], tokens[last + 1]];
  if (before && tokens[first]?.gap !== "\n" && isCurrency(before)) return true;
  if (!behind || behind.gap === "\n" || !isCurrency(behind)) return false;
  // "order 1042 €59": the sign belongs to the next number.
  return !(isNamed && tokens[last + 2]?.kind === "digits");
}

function isCurrency({ text }: Token): boolean {
  return (
    /^\p{Sc}$/u.test(text) ||
    codes.has(text) ||
    words.has(text.toLowerCase()) ||
    stems.test(text.toLowerCase()) ||
    unspaced.test(text)
  );
}
