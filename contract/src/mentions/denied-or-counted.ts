import { isNumberWord, isPlainFollower, isPluralOrder, kindOf } from "./order-words.ts";
import type { Token } from "./plain-text.ts";
import type { Label } from "./read-label.ts";
import type { WrittenNumber } from "./read-number.ts";
import { textOf } from "./read-number.ts";

const list = (words: string): ReadonlySet<string> => new Set(words.split(" "));

const negations = list(
  "not nor nicht kein keine keinen keiner pas non não niet geen inte ikke ei nie ne není ei не nem değil instead rather statt anstatt anstelle lieu lugar vez invece zamiast вместо לא",
);
// "I have not my order": the missing order is the one meant.
const havingWords = list(
  "have has had haven hasn ai as a avons avez ont habe hat haben noch ho ha tengo heb heeft har yet",
);
const orWords = list("or nor oder ou o noch ni né lub или eller of tai");
const passable = list(
  "of than about for the a an der die das den dem um von zu de del des du della dell d l la le el il lo het om o о sobre per do da dos mean meant means este e é es era è est is mój moje мой моя mon ma mes mio mia nossa meu minha mi jest это",
);
const amongWords = list("with mit con avec met med on under unter");
const deniedBehind = [
  /^ ?(?:is|was|are|ist|war) (?:not|nicht) (?:mine|my order|the one|the order|meine|die richtige|die Bestellung)(?!\p{L})/iu,
  /^ ?(?:isn|wasn)['’]t (?:mine|my order|the one|the order)(?!\p{L})/iu,
  /^ ?n['’](?:est|était) pas (?:la mienne|ma commande|la bonne|la commande)(?!\p{L})/iu,
  /^ ?no es (?:mío|mía|el mío|mi pedido|el pedido)(?!\p{L})/iu,
  /^ ?non è (?:mio|il mio)(?!\p{L})/iu,
  /^ ?(?:no ?lu |numaralı )?(?:sipariş )?değil(?!\p{L})/iu,
];

/** Whether a number is denied: "not order 1042", "1042 is not mine". */
export function isDenied(tokens: readonly Token[], { first, last }: WrittenNumber): boolean {
  const following = textOf(tokens, last + 1, last + 7);
  if (deniedBehind.some((pattern) => pattern.test(tokens[last + 1]?.gap === " " ? ` ${following}` : following)))
    return true;
  let isJoined = false;
  for (let at = first - 1; at >= 0 && at >= first - 12; at -= 1) {
    if (tokens[at + 1]?.gap === "\n") return false;
    const token = tokens[at] as Token;
    if (token.kind === "digits" && !isJoined) return false;
    if (token.kind === "sign" && !isPassedSign(tokens, at)) return false;
    if (token.kind !== "word") continue;
    if (isNegation(tokens, at)) return true;
    const small = token.text.toLowerCase();
    isJoined ||= orWords.has(small);
    if (amongWords.has(small) || (!(isJoined && orWords.has(small)) && !isPassed(small))) return false;
  }
  return false;
}

function isPassedSign(tokens: readonly Token[], at: number): boolean {
  const { text } = tokens[at] as Token;
  return text === "." ? isNumberWord(tokens[at - 1]?.text ?? "") : /^[#№'’"“”„«»(:°º-]$/.test(text);
}

function isPassed(small: string): boolean {
  const kind = kindOf(small);
  return kind === "order" || kind === "loose" || kind === "between" || passable.has(small);
}

function isNegation(tokens: readonly Token[], at: number): boolean {
  const word = (index: number) => (tokens[index]?.kind === "word" ? (tokens[index]?.text ?? "").toLowerCase() : "");
  const small = word(at);
  // "isn't", of "it": "isn't order 1042 here yet?" asks about it.
  if (small === "t") {
    if (/^(?:don|didn)$/.test(word(at - 2))) return /^mean/.test(word(at + 1));
    return /^(?:isn|wasn)$/.test(word(at - 2)) && /^(?:it|this|that|which)$/.test(word(at - 3));
  }
  // "No" is also short for "number".
  if (small === "no") return /^(?:es|era|fue|el|mi|la|sobre)$/.test(word(at + 1));
  if (small === "nu") return /^(?:e|este)$/.test(word(at + 1));
  return negations.has(small) && !havingWords.has(word(at - 1));
}

/** What letters attached to a number make of it: an ordinal ("1042nd"), or something unknown ("#1042lamps"). */
export function glueOf(
  tokens: readonly Token[],
  { first, last }: WrittenNumber,
  label: Label,
): "ordinal" | "letters" | null {
  const next = tokens[last + 1];
  if (next?.gap === "" && isOfLetters(next)) {
    if (/^(?:st|nd|rd|th|[eè]me|er|ère|te[nr]?)$/i.test(next.text)) return "ordinal";
    if (label.kind === "order" || label.isHashed) {
      return label.kind === "order" && isPlainFollower(next.text) ? null : "letters";
    }
  }
  const [hash, word] = [tokens[first - 1], tokens[first - 2]];
  const isOnto = label.isHashed && hash?.text === "#" && hash.gap === "" && word !== undefined && isOfLetters(word);
  return isOnto && kindOf(word.text) === null && !isNumberWord(word.text) ? "letters" : null;
}

function isOfLetters({ kind, text }: Token): boolean {
  return kind === "word" && /^[\p{sc=Latn}\p{sc=Grek}\p{sc=Cyrl}]/u.test(text);
}

const countWords =
  /^(?:total\p{L}*|number|anzahl|gesamt\p{L}*|count|nombre|número|numero|cantidad|quantity|aantal|antal|liczba|количество|всего)$/iu;

/** Whether a number is a count of orders: "Total Orders: 5". `isShort` where it has too few digits for an order. */
export function isCountOfOrders(
  tokens: readonly Token[],
  { at, isHashed, isNumbered, kind }: Label,
  isShort: boolean,
): boolean {
  if (kind !== "order" || at < 0 || isHashed || isNumbered || !isPluralOrder(tokens[at]?.text ?? "")) return false;
  if (isShort) return true;
  return [at - 1, at - 2].some((before, index) => {
    const isSameLine = tokens.slice(before + 1, at + 1).every(({ gap }) => gap !== "\n");
    return (
      isSameLine &&
      countWords.test(tokens[before]?.text ?? "") &&
      (index === 0 || /^(?:of|de|der|di|van|av|my)$/i.test(tokens[at - 1]?.text ?? ""))
    );
  });
}

/** Whether a year is plainly called an order's number: "my order 2026", but not "Christmas order 2026". */
export function isPlainlyCalled(tokens: readonly Token[], { kind, at }: Label, { first }: WrittenNumber): boolean {
  const word = tokens[at];
  if (kind !== "order" || !word || isPluralOrder(word.text)) return false;
  if (tokens.slice(at + 1, first).some((token) => token.kind === "word" && !isNumberWord(token.text))) return false;
  const before = tokens[at - 1];
  if (!before || word.gap === "\n" || before.kind === "sign") return true;
  return kindOf(before.text) !== null || calling.test(before.text);
}

const calling =
  /^(?:an|a|about|for|of|to|this|that|where|regarding|concerning|cancel|refund|return|exchange|track|zu|zur|für|pour|para|por|per|di|de|del|voor|om|за|по)$/iu;
