import type { Token } from "./read-tokens.ts";

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

/** Whether a number is an amount of money: a currency stands before it or behind. `isNamed` where it is called an order's. */
export function isAmount(tokens: readonly Token[], first: number, last: number, isNamed: boolean): boolean {
  const [before, behind] = [tokens[first - 1], tokens[last + 1]];
  if (before && tokens[first]?.gap !== "\n" && isCurrency(before)) return true;
  if (!behind || behind.gap === "\n" || !isCurrency(behind)) return false;
  // "order 1042 €59": the sign is the next number's.
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
