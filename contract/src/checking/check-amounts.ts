import type { Context } from "./context.ts";
import type { CheckedOrder, KnownAmount } from "./facts.ts";
import type { Finding } from "./finding.ts";
import type { AmountKind, Words } from "./languages/words.ts";
import { isSlip } from "./likeness.ts";
import { readAmounts, thousandths, type WrittenAmount, writeLike } from "./read-money.ts";
import { has, isHedged, placesOf, type Sentence } from "./read-reply.ts";

/** How far from an amount, in characters, the word may stand that says what it is of; nearer, it can be of nothing else. */
const distances = { furthest: 80, near: 28 };

/** Finds amounts that are said to be an order's and are none of it. */
export function checkAmounts(context: Context): Finding[] {
  const { words, text, sentences } = context.reading;
  if (words === null) return [];
  const amounts = readAmounts(text);
  return sentences.flatMap((sentence) => {
    const end = sentence.start + sentence.text.length;
    const within = amounts.filter(({ start }) => start >= sentence.start && start < end);
    return within.flatMap((amount) => checkAmount(context, words, sentence, amount, within) ?? []);
  });
}

function checkAmount(
  context: Context,
  words: Words,
  sentence: Sentence,
  amount: WrittenAmount,
  within: readonly WrittenAmount[],
): Finding | null {
  const orders = context.ordersAt(sentence);
  const known = orders.flatMap(({ amounts }) => amounts);
  const isSaid = amount.values.some((value) => context.ours.amounts.has(value));
  if (known.length === 0 || isSaid || !isClaimed(words, sentence, amount)) return null;
  const isOfLine = namesProduct(sentence.text, known);
  const anchor = anchorOf(words, sentence, amount, within) ?? (isOfLine ? ofLine : null);
  const kinds = new Set([...kindsIn(words, sentence), ...(isOfLine ? ["line" as const] : [])]);
  const same = known.filter((one) => isValue(one, amount));
  const inCurrency = same.filter(({ currency }) => amount.currencies.includes(currency));
  const ofKind = known.filter(({ kind }) => kinds.has(kind));
  if (inCurrency.length > 0) {
    // The amount of something else: "The refund was 49.90 €", which was the total.
    // What was paid may have been paid for one line.
    const isOfPart = anchor?.kind === "total" && inCurrency.some(({ kind }) => kind === "line");
    const isOther = anchor?.isNear === true && !isOfPart && inCurrency.every(({ kind }) => !kinds.has(kind));
    const right = isOther && kinds.size === 1 ? ofKind.filter(({ kind }) => kind === anchor.kind) : [];
    return right.length > 0 && anchor?.kind !== "line" ? differs(context, amount, right, anchor?.kind) : null;
  }
  if (same.length > 0) {
    return anchor !== null || amount.values.some((value) => value % 1000 !== 0)
      ? differs(context, amount, same, same[0]?.kind)
      : null;
  }
  const isKnownSum = sumsOf(orders).some((sum) => amount.values.includes(sum));
  if (anchor === null || isKnownSum || ofKind.length === 0) return null;
  const wrongKind = ofKind.filter(({ kind }) => kind === anchor.kind);
  const isTheirs = amount.values.some((value) => context.theirs.amounts.has(value));
  // A price that is no line's may be today's, unless the product is named.
  if (anchor.kind === "line" && !isOfLine) return null;
  if (anchor.kind === "line" || isTheirs || wrongKind.length === 0) {
    const alike = ofKind.filter((one) => isAlike(one, amount));
    return alike.length > 0 && !(isTheirs && !anchor.isNear) ? differs(context, amount, alike, alike[0]?.kind) : null;
  }
  return differs(context, amount, wrongKind, anchor.kind);
}

function isClaimed(words: Words, { text, start }: Sentence, amount: WrittenAmount): boolean {
  const [from, to] = [amount.start - start, amount.end - start];
  if (isHedged(text, from, to, words) || has(words.offer, text)) return false;
  const before = text.slice(Math.max(0, from - 24), from);
  const isBound = placesOf(words.bound, before).some(({ end }) => before.slice(end).trim() === "");
  const behind = text.slice(to, to + 12);
  // "40-50 €", "49.90 € per piece", "10,000円以上"
  if (isBound || /^ ?(?:-|–|\/|\+|以上|以下|まで|未満|OFF|off)/u.test(behind) || /[-–+~] ?$/.test(before)) return false;
  return has(words.settled, text) || /[:=] ?$/.test(before);
}

interface Anchor {
  kind: AmountKind;
  isNear: boolean;
}

/** A product that is named says what an amount is of where no other word does. */
const ofLine: Anchor = { kind: "line", isNear: false };

/** The nearest word that says what an amount is of, and that is not nearer to another amount. */
function anchorOf(
  words: Words,
  { text, start }: Sentence,
  amount: WrittenAmount,
  within: readonly WrittenAmount[],
): Anchor | null {
  const distance = (place: { start: number; end: number }, to: WrittenAmount) => {
    const [from, end] = [to.start - start, to.end - start];
    // What stands before counts more.
    return place.end <= from ? from - place.end : place.start - end + 4;
  };
  const found = kindsOf(words).flatMap((kind) =>
    placesOf(words.amounts[kind], text)
      .filter((place) => within.every((other) => distance(place, amount) <= Math.max(0, distance(place, other))))
      .map((place) => ({ kind, length: place.end - place.start, distance: distance(place, amount) })),
  );
  const [nearest] = found
    .filter((one) => one.distance >= 0)
    .sort((one, other) => one.distance - other.distance || other.length - one.length);
  if (!nearest || nearest.distance > distances.furthest) return null;
  return { kind: nearest.kind, isNear: nearest.distance <= distances.near };
}

const kindsOf = ({ amounts }: Words) => Object.keys(amounts) as AmountKind[];

const kindsIn = (words: Words, { text }: Sentence): AmountKind[] =>
  kindsOf(words).filter((kind) => has(words.amounts[kind], text));

function namesProduct(sentence: string, known: readonly KnownAmount[]): boolean {
  const small = sentence.toLowerCase();
  const words = known.flatMap(({ title }) => title?.toLowerCase().match(/\p{L}{4,}/gu) ?? []);
  return words.some((word) => small.includes(word));
}

const thousandthsOf = ({ amount }: KnownAmount): number => thousandths(amount);

const isValue = (one: KnownAmount, { values }: WrittenAmount): boolean => values.includes(thousandthsOf(one));

const digitsOf = (value: number): string => (value / 1000).toFixed(2).replace(".", "");

function isAlike(one: KnownAmount, { values, currencies }: WrittenAmount): boolean {
  const digits = digitsOf(thousandthsOf(one));
  return currencies.includes(one.currency) && values.some((value) => isSlip(digitsOf(value), digits));
}

/** What can be added up or taken off of an order's amounts: a total without its refund, two lines, all refunds. */
function sumsOf(orders: readonly CheckedOrder[]): number[] {
  const all = orders.map(({ amounts }) => {
    const of = (kind: AmountKind) => amounts.filter((one) => one.kind === kind).map(thousandthsOf);
    const [totals, refunds, lines] = [of("total"), of("refund"), of("line")];
    const parts = [...of("shipping"), ...of("tax"), ...of("discount"), ...refunds];
    const pairs = lines.flatMap((one, at) => lines.slice(at + 1).map((other) => one + other));
    const changed = [...totals, ...lines, ...refunds].flatMap((one) =>
      parts.flatMap((part) => [one - part, one + part]),
    );
    return [...pairs, ...changed, sum(refunds), sum(lines)];
  });
  const totals = orders.flatMap(({ amounts }) =>
    amounts
      .filter(({ kind }) => kind === "total")
      .map(thousandthsOf)
      .slice(0, 1),
  );
  return [...all.flat(), sum(totals)];
}

const sum = (values: readonly number[]): number => values.reduce((total, value) => total + value, 0);

const names: Record<AmountKind, string> = {
  refund: "the refund was",
  total: "the total is",
  shipping: "shipping was",
  tax: "the tax is",
  discount: "the discount is",
  line: "the price is",
};

function differs(
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
