import type { Context } from "./context.ts";
import { isDerived, percentsIn, type Reckoning } from "./derived-amounts.ts";
import type { CheckedOrder, KnownAmount } from "./facts.ts";
import type { Finding } from "./finding.ts";
import type { AmountKind, Words } from "./languages/words.ts";
import { isSlip, isSwapped } from "./likeness.ts";
import { readAmounts, thousandths, type WrittenAmount, writeLike } from "./read-money.ts";
import { has, isHedged, placesOf, type Sentence } from "./read-reply.ts";

/** How far from an amount, in characters, the word may stand that says what it is of; nearer, it can be of nothing else. */
const distances = { furthest: 80, near: 28 };

/** Finds amounts that are said to be an order's and are none of it. */
export function checkAmounts(context: Context): Finding[] {
  const { words, text, sentences } = context.reading;
  if (words === null) return [];
  const amounts = readAmounts(text);
  const percents = percentsIn(`${text}\n${context.ours.text}\n${context.theirs.text}`);
  const reckoningOf = (amount: WrittenAmount, numbered: readonly CheckedOrder[]): Reckoning => ({
    orders: numbered.length > 0 ? numbered : context.facts.orders,
    said: amounts
      .filter((other) => other !== amount)
      .flatMap(({ values }) => values)
      .concat([...context.ours.amounts]),
    percents,
  });
  return sentences.flatMap((sentence) => {
    const end = sentence.start + sentence.text.length;
    const within = amounts.filter(({ start }) => start >= sentence.start && start < end);
    const numbered = context.numberedAt(sentence);
    return within.flatMap(
      (amount) => checkAmount(context, words, sentence, amount, within, reckoningOf(amount, numbered)) ?? [],
    );
  });
}

function checkAmount(
  context: Context,
  words: Words,
  sentence: Sentence,
  amount: WrittenAmount,
  within: readonly WrittenAmount[],
  reckoning: Reckoning,
): Finding | null {
  const orders = context.ordersAt(sentence);
  const known = orders.flatMap(({ amounts }) => amounts);
  if (known.length === 0 || amount.values.some((value) => context.ours.amounts.has(value))) return null;
  const same = known.filter((one) => isValue(one, amount));
  const inCurrency = same.filter(({ currency }) => amount.currencies.includes(currency));
  const isUneven = amount.values.some((value) => value % 1000 !== 0);
  if (same.length > 0 && inCurrency.length === 0 && isUneven && !isRate(sentence, amount))
    return differs(context, amount, same, same[0]?.kind);
  const isTheirs = amount.values.some((value) => context.theirs.amounts.has(value));
  const comesFromOthers = () => amount.values.some((value) => isDerived(value, reckoning));
  // Two digits that changed places are a slip, whatever is said of the amount.
  const ofAll = reckoning.orders.flatMap(({ amounts }) => amounts);
  const isOpen = !ofAll.some((one) => isValue(one, amount)) && !isTheirs && !isCorrected(sentence, amount);
  const mayBeAny = has(words.offer, sentence.text) && !isOfOrder(words, sentence);
  const swapped = isOpen && !mayBeAny ? ofAll.filter((one) => isSwappedAmount(one, amount)) : [];
  if (swapped.length > 0) return comesFromOthers() ? null : differs(context, amount, swapped, swapped[0]?.kind);
  const named = context.namedAt(sentence);
  const total = totalInstead(named.length > 0 ? named : orders, sentence, amount, within, words);
  if (total !== null && !isCorrected(sentence, amount)) return differs(context, amount, [total], "total");
  if (!isClaimed(words, sentence, amount)) return null;
  const isOfLine = namesProduct(context, sentence, amount);
  const anchor = anchorOf(words, sentence, amount, within) ?? (isOfLine ? ofLine : null);
  const kinds = new Set([...kindsIn(words, sentence), ...(isOfLine ? ["line" as const] : [])]);
  const ofKind = known.filter(({ kind }) => kinds.has(kind));
  if (inCurrency.length > 0) {
    // The amount of something else: "The refund was 49.90 €", which was the total.
    // What was paid may have been paid for one line.
    const isOfPart = anchor?.kind === "total" && inCurrency.some(({ kind }) => kind === "line");
    const isOther = anchor?.isNear === true && !isOfPart && inCurrency.every(({ kind }) => !kinds.has(kind));
    const right = isOther && kinds.size === 1 ? ofKind.filter(({ kind }) => kind === anchor.kind) : [];
    return right.length > 0 && anchor?.kind !== "line" ? differs(context, amount, right, anchor?.kind) : null;
  }
  if (same.length > 0) return anchor === null ? null : differs(context, amount, same, same[0]?.kind);
  if (anchor === null || ofKind.length === 0 || comesFromOthers()) return null;
  const wrongKind = ofKind.filter(({ kind }) => kind === anchor.kind);
  // A price that is no line's may be today's, unless the product is named.
  if (anchor.kind === "line" && !isOfLine) return null;
  if (anchor.kind === "line" || isTheirs || wrongKind.length === 0) {
    const alike = ofKind.filter((one) => isAlike(one, amount));
    return alike.length > 0 && !(isTheirs && !anchor.isNear) ? differs(context, amount, alike, alike[0]?.kind) : null;
  }
  return differs(context, amount, wrongKind, anchor.kind);
}

const shippingIncluded =
  /(?<!\p{L})(?:(?:incl(?:\.|uding|usive of)?|with) (?:\p{L}+ )?(?:shipping|delivery|postage)|(?:shipping|delivery|postage) (?:is )?included|(?:inkl(?:\.|usive)?|mit) (?:\p{L}+ )?versand\p{L}*|versand\p{L}* (?:inklusive|inbegriffen|enthalten)|(?:frais de port|port|livraison|frais de livraison) (?:compris\p{L}*|inclus\p{L}*)|(?:gastos de envío|envío|portes) inclui?d[oa]s?|(?:con|incluid[oa]s?) (?:el |los )?(?:envío|gastos de envío)|spedizione (?:inclus|compres)a|spese di spedizione (?:incluse|comprese)|(?:inclusief|incl\.?) (?:verzending|verzendkosten|bezorging)|(?:z|wraz z) (?:wysyłką|dostawą|kosztami? (?:wysyłki|dostawy))|(?:portes|envio) inclu[ií]d[oa]s?|com (?:portes|envio))(?!\p{L})|送料(?:込|を含|\d[\d,]*円を含|含)/iu;
/** What stands around an amount and is of no other one. */
function partOf(text: string, start: number, amount: WrittenAmount, within: readonly WrittenAmount[]): string {
  const [from, to] = [amount.start - start, amount.end - start];
  const last = within.findLast(({ end }) => end <= amount.start);
  const next = within.find((other) => other.start >= amount.end);
  const before = text.slice(Math.max(0, from - 32, last === undefined ? 0 : last.end - start), from);
  const behind = text.slice(to, Math.min(to + 32, next === undefined ? text.length : next.start - start));
  const ownBefore = last === undefined ? before : (before.split(/[,、;] ?/).at(-1) ?? "");
  const ownBehind = next === undefined ? behind : (behind.split(/[,、;] ?/)[0] ?? "");
  return `${ownBefore}${text.slice(from, to)}${ownBehind}`;
}

const ofDiscount = /%|割引|値引/u;

/**
 * The order's total where an amount said to be it is another one: without the shipping that is said to be included, or
 * from before the discount.
 */
function totalInstead(
  orders: readonly CheckedOrder[],
  { text, start }: Sentence,
  amount: WrittenAmount,
  within: readonly WrittenAmount[],
  words: Words,
): KnownAmount | null {
  const { values, currencies } = amount;
  const [order, another] = orders.filter(({ currency }) => currencies.includes(currency));
  if (order === undefined || another !== undefined) return null;
  const of = (kind: AmountKind) => order.amounts.filter((one) => one.kind === kind);
  const [total] = of("total");
  if (total === undefined) return null;
  const rest = (kind: AmountKind) => of(kind).map(thousandthsOf);
  const [shipping = 0] = rest("shipping");
  const [discount = 0] = rest("discount");
  const is = (value: number) => values.includes(value);
  const around = partOf(text, start, amount, within);
  if (shipping > 0 && is(thousandthsOf(total) - shipping) && shippingIncluded.test(around)) return total;
  const isOfAll = has(words.amounts.total, around) && has(words.settled, text);
  const speaksOfDiscount = has(words.amounts.discount, text) || ofDiscount.test(text) || has(words.offer, text);
  return discount > 0 && is(thousandthsOf(total) + discount) && isOfAll && !speaksOfDiscount ? total : null;
}

// "The voucher of 13.50" is of nothing that was ordered.
const isOfOrder = (words: Words, { text }: Sentence): boolean =>
  has(words.amounts.total, text) || has(words.amounts.refund, text) || has(words.days.ordered, text);

// "Not 54.90 as I wrote by mistake"
const corrected =
  /(?<!\p{L})(?:correct(?:ion|ed)|mistake\p{L}*|typo|error|wrongly|previously|korrigier\p{L}+|korrektur|irrtümlich|versehentlich|fälschlich\p{L}*|tippfehler|erreur|corrig\p{L}+|rectif\p{L}+|correc\p{L}+|errata|errone\p{L}+|errore|refuso|corregg\p{L}+|corrett\p{L}+|fout\p{L}*|vergissing|abusievelijk|pomył\p{L}+|omyłk\p{L}+|błęd\p{L}+|błąd|engano|erro|lapso)(?!\p{L})|誤|訂正|間違/iu;
const deniedBefore =
  /(?<!\p{L})(?:not|rather than|instead of|nicht|kein\p{L}*|statt|anstatt|pas|non|au lieu de|plutôt que|no|en lugar de|en vez de|invece d[ie]\p{L}*|anziché|niet|geen|in plaats van|nie|zamiast|não|em vez de) (?:\p{L}{1,5} )?$/iu;

function isCorrected({ text, start }: Sentence, amount: WrittenAmount): boolean {
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

const isRate = (sentence: Sentence, amount: WrittenAmount): boolean =>
  atRate.test(sentence.text) || isCorrected(sentence, amount);

function isClaimed(words: Words, { text, start }: Sentence, amount: WrittenAmount): boolean {
  const [from, to] = [amount.start - start, amount.end - start];
  if (isHedged(text, from, to, words) || has(words.offer, text)) return false;
  const before = text.slice(Math.max(0, from - 24), from);
  const isBound = placesOf(words.bound, before).some(({ end }) => before.slice(end).trim() === "");
  const behind = text.slice(to, to + 12);
  // "40-50 €", "49.90 € per piece", "10,000円以上"
  if (isBound || /^ ?(?:-|–|\/|\+|×|x ?\d|以上|以下|まで|未満|OFF|off)/u.test(behind) || /[-–+~] ?$/.test(before))
    return false;
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
      .filter((place) => !isBeside(text, place, kind) && !isOutside(text, place, amount.start - start))
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

// "After the discount", "shipping included": the amount is of more, or of less.
const besideBefore =
  /(?<!\p{L})(?:after|before|without|with|including|incl\.?|excluding|excl\.?|plus|minus|less|nach|vor|ohne|mit|inkl\.?|inklusive|exklusive|zzgl\.?|abzüglich|zuzüglich|samt|après|avant|sans|avec|moins|hors|tras|después del?|antes del?|sin|con|más|menos|dopo|prima dell[oa']|senza|meno|più|na|voor|zonder|met|inclusief|exclusief|min|po|przed|bez|z|ze|wraz z|após|depois d[oea]|sem|com|mais) ?(?:\p{L}{1,5} |l')?$/iu;
const besideBehind =
  /^[ -]?(?:を|は|が)?(?:inklusive|inbegriffen|enthalten|compris\p{L}*|inclus\p{L}*|incluid\p{L}*|compres[oaie]|inbegrepen|included|w cenie|込|後|前)/iu;

function isBeside(text: string, { start, end }: { start: number; end: number }, kind: AmountKind): boolean {
  if (kind === "refund" || kind === "total" || kind === "line") return false;
  return besideBefore.test(text.slice(Math.max(0, start - 24), start)) || besideBehind.test(text.slice(end, end + 16));
}

// An amount in brackets is of what stands right before them, or in them.
function isOutside(text: string, place: { start: number; end: number }, at: number): boolean {
  const open = text.lastIndexOf("(", at);
  if (open < 0 || text.slice(open, at).includes(")")) return false;
  return (
    place.end < open - 24 ||
    place.start > text.length - 1 ||
    (place.start > at && text.slice(at, place.start).includes(")"))
  );
}

const nearProduct = 60;

/** Whether a product of the customer's is named right before an amount. */
function namesProduct({ productsIn }: Context, { text, start }: Sentence, amount: WrittenAmount): boolean {
  const at = amount.start - start;
  return productsIn(text.slice(Math.max(0, at - nearProduct), at)).length > 0;
}

const thousandthsOf = ({ amount }: KnownAmount): number => thousandths(amount);

const isValue = (one: KnownAmount, { values }: WrittenAmount): boolean => values.includes(thousandthsOf(one));

const digitsOf = (value: number): string => (value / 1000).toFixed(2).replace(".", "");

function isAlike(one: KnownAmount, { values, currencies }: WrittenAmount): boolean {
  const digits = digitsOf(thousandthsOf(one));
  return (
    currencies.includes(one.currency) &&
    values.some((value) => digitsOf(value).length === digits.length && isSlip(digitsOf(value), digits))
  );
}

// Of three digits at least: 12 for 21 is another number.
function isSwappedAmount(one: KnownAmount, { values, currencies }: WrittenAmount): boolean {
  const digits = digitsOf(thousandthsOf(one));
  const isLong = digits.replace(/0+$/, "").length >= 3;
  return isLong && currencies.includes(one.currency) && values.some((value) => isSwapped(digitsOf(value), digits));
}

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
