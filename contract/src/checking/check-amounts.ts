import { anchorOf, kindsIn, namesProduct, ofLine } from "./amount-anchors.ts";
import type { Context } from "./context.ts";
import { isDerived, isShare, percentsIn, type Reckoning } from "./derived-amounts.ts";
import type { CheckedOrder, KnownAmount } from "./facts.ts";
import type { Finding } from "./finding.ts";
import type { AmountKind, Words } from "./languages/words.ts";
import { isPermuted, isSlip, isSwapped } from "./likeness.ts";
import { readAmounts, thousandths, type WrittenAmount, writeLike } from "./read-money.ts";
import { clauseAround, has, isHedged, placesOf, type Sentence } from "./read-reply.ts";
import { totalInstead } from "./total-instead.ts";

/** An amount, what is known where it stands, and what may explain it. */
interface Look {
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

/** A rule says what is wrong, or that nothing is; undefined leaves it to the next one. */
type Rule = (look: Look) => Finding | null | undefined;
const rules: readonly Rule[] = [
  inOtherCurrency,
  sumOfSentence,
  otherThanRefunded,
  permuted,
  otherTotal,
  slipOfKind,
  otherThanSaid,
];

/** Finds amounts that are said to be an order's and are none of it. */
export function checkAmounts(context: Context): Finding[] {
  const { words, text, sentences } = context.reading;
  if (words === null) return [];
  const amounts = readAmounts(text);
  const percents = percentsIn(`${text}\n${context.ours.text}\n${context.theirs.text}`);
  return sentences.flatMap((sentence) => {
    const end = sentence.start + sentence.text.length;
    const within = amounts.filter(({ start }) => start >= sentence.start && start < end);
    const orders = context.ordersAt(sentence);
    const known = orders.flatMap(sumsOf);
    const numbered = context.numberedAt(sentence);
    return within.flatMap((amount) => {
      if (known.length === 0 || amount.values.some((value) => context.ours.amounts.has(value))) return [];
      const same = known.filter((one) => isValue(one, amount));
      const inCurrency = same.filter(({ currency }) => amount.currencies.includes(currency));
      const isTheirs = amount.values.some((value) => context.theirs.amounts.has(value));
      const said = amounts.flatMap((other) => (other === amount ? [] : other.values)).concat([...context.ours.amounts]);
      const reckoning = { orders: numbered.length > 0 ? numbered : context.facts.orders, said, percents };
      const look = { context, words, sentence, amount, within, orders, known, same, inCurrency, isTheirs, reckoning };
      for (const rule of rules) {
        const found = rule(look);
        if (found !== undefined) return found ?? [];
      }
      return [];
    });
  });
}

/** What is known of an order, and what is left of its total after its refunds. */
function sumsOf({ amounts, currency }: CheckedOrder): KnownAmount[] {
  const [total] = amounts.filter(({ kind }) => kind === "total");
  const [refunded] = amounts.filter(({ kind }) => kind === "refund");
  const left = total && refunded ? Number(total.amount) - Number(refunded.amount) : 0;
  if (left <= 0 || total?.currency !== refunded?.currency) return amounts;
  return [...amounts, { kind: "total", amount: left.toFixed(3) as KnownAmount["amount"], currency, title: null }];
}

function inOtherCurrency({ context, sentence, amount, same, inCurrency }: Look): ReturnType<Rule> {
  const isUneven = amount.values.some((value) => value % 1000 !== 0);
  if (same.length === 0 || inCurrency.length > 0 || !isUneven || isRate(sentence, amount)) return undefined;
  return differs(context, amount, same, same[0]?.kind);
}

/** "24.99 + 34.50 = 59.49" explains itself. */
function sumOfSentence({ amount, within, sentence, same, inCurrency }: Look): ReturnType<Rule> {
  if (same.length > 0 && inCurrency.length === 0) return undefined;
  const others = within.filter((other) => other !== amount).flatMap(({ values }) => values.slice(0, 1));
  const sum = others.reduce((one, other) => one + other, 0);
  const isSum = others.length > 1 && amount.values.includes(sum);
  const isAfterSign = /= ?$/.test(sentence.text.slice(0, amount.start - sentence.start));
  return isSum || (isAfterSign && others.length > 1 && amount.values.some((value) => isPartOf(value, others)))
    ? null
    : undefined;
}

// The sum of the first of them, as a line of a reckoning goes on: "… = 59.49, of which 5.06 is tax".
function isPartOf(value: number, parts: readonly number[]): boolean {
  let sum = 0;
  return parts.some((part, at) => {
    sum += part;
    return at > 0 && sum === value;
  });
}

/** What was given back is one of the refunds, or several of them, whatever else costs as much. */
function otherThanRefunded(look: Look): ReturnType<Rule> {
  const { context, words, sentence, amount, within, orders } = look;
  const named = context.namedAt(sentence);
  const refundsOf = (some: readonly CheckedOrder[]) =>
    some.flatMap(({ amounts }) => amounts.filter(({ kind }) => kind === "refund"));
  const [refunds = []] = [named, orders, context.facts.orders].map(refundsOf).filter(({ length }) => length > 0);
  if (refunds.length === 0 || isCorrected(sentence, amount) || !isOfRefund(look)) return undefined;
  const all = refundsOf(context.facts.orders).map(thousandthsOf);
  const isRefund = (value: number) => all.includes(value) || isPartOf(value, all);
  if (amount.values.some(isRefund)) return null;
  // What is only near a word of a refund may be what will be given back.
  if (!isRefundDone(look) && !isCalledRefund(look) && (look.same.length > 0 || isReckoned(look))) return undefined;
  // "40.50 for the belt and 3.34 tax": the parts of one.
  const written = within.flatMap(({ values }) => values.slice(0, 1));
  const sum = written.reduce((one, other) => one + other, 0);
  if (written.some(isRefund) || isRefund(sum) || has(ofParts, sentence.text) || hasPercent(sentence.text))
    return undefined;
  if (
    has(
      words.bound,
      sentence.text.slice(Math.max(0, amount.start - sentence.start - 16), amount.start - sentence.start),
    )
  )
    return undefined;
  return differs(context, amount, refunds, "refund");
}

const hasPercent = (text: string): boolean => /\d ?%|割/u.test(text);

// "Of which 5 € are tax", "the difference"
const ofParts =
  /(?<!\p{L})(?:of which|of that|thereof|because|since|davon|darin|weil|da|denn|dont|car|parce qu\p{L}*|de (?:los|las|lo) (?:que|cual\p{L}*)|porque|ya que|di cui|perché|poiché|waarvan|omdat|want|z czego|ponieważ|bo|dos quais|porque|pois)(?!\p{L})|うち|ため/giu;

/** Whether an amount is what was, or is, given back. */
function isOfRefund(look: Look): boolean {
  const { words, sentence, amount, within } = look;
  const anchor = anchorOf(words, sentence, amount, within);
  const isOfTotal = anchor?.kind === "total" || anchor?.kind === "line";
  if (anchor !== null && anchor.kind !== "refund" && !isOfTotal) return false;
  return isRefundDone(look) || (anchor?.kind === "refund" && anchor.isNear && isClaimed(words, sentence, amount));
}

/** Whether the clause of an amount says that it was given back. */
function isRefundDone({ words, sentence, amount }: Look): boolean {
  const [from, to] = [amount.start - sentence.start, amount.end - sentence.start];
  const clause = clauseAround(sentence.text, from, to);
  const isDone = placesOf(words.statuses.refunded, sentence.text).some(
    ({ start, end }) =>
      start < clause.start + clause.text.length &&
      end > clause.start &&
      !isHedged(sentence.text, start, end, words) &&
      !has(words.hedge, sentence.text.slice(start, end)),
  );
  return isDone && !isHedged(sentence.text, from, to, words) && !has(voucher, sentence.text);
}

/** "Shipping was 66.35", "shipping: 66.35", and not "with shipping it came to 66.35". */
function isCalled({ words, sentence, amount, within }: Look): boolean {
  const anchor = anchorOf(words, sentence, amount, within);
  const before = sentence.text.slice(0, amount.start - sentence.start);
  const last = anchor === null ? undefined : placesOf(words.amounts[anchor.kind], before).at(-1);
  return anchor?.kind === "total" || (last !== undefined && called.test(before.slice(last.end)));
}

const called =
  /^(?:[ :=(]|(?<!\p{L})(?:was|were|is|are|of|cost|costs|at|von|betrug|betrugen|war|waren|kosteten?|de|du|d'un montant|était|étaient|est|fue|fueron|es|di|è|era|erano|van|bedroeg|bedroegen|wynosi\p{L}*|wyniosł\p{L}*|foi)(?!\p{L})|は|が|：)*$/iu;

/** "The refund for both was 163.00" */
function isCalledRefund({ words, sentence, amount }: Look): boolean {
  const at = amount.start - sentence.start;
  const [last] = placesOf(words.amounts.refund, sentence.text.slice(0, at)).slice(-1);
  return last !== undefined && has(copula, sentence.text.slice(last.end, at));
}

const copula =
  /(?<!\p{L})(?:was|were|came to|amounted to|totall?ed|betrug|belief|war|waren|était|étaient|s'élevait|s'est élevé|fue|fueron|ascendió|era|ammontava|è stato|è stata|bedroeg|wyniósł|wyniosł[ao]|foi)(?!\p{L})/giu;

const voucher =
  /(?<!\p{L})(?:vouchers?|gift cards?|store credit|coupons?|gutschein\p{L}*|guthaben|bons? d'achat|bon|avoir|carte cadeau|vale|cupón|cupones|tarjeta regalo|saldo|buono|buoni|carta regalo|waardebon|tegoedbon|cadeaubon|tegoed|bon\p{L}{0,3}|kupon\p{L}*|voucher\p{L}*)(?!\p{L})|クーポン|ギフト|ポイント/giu;

const todays =
  /(?<!\p{L})(?:costs|kostet|kosten|coûtent?|cuestan?|vale|valen|costa|costano|kost|kosztuj[eą]|custam?|now|jetzt|inzwischen|désormais|maintenant|ahora|adesso|ora|nu|teraz|agora)(?!\p{L})|現在|ただいま/giu;

/** Digits that changed places are a slip, whatever is said of the amount. */
function permuted(look: Look): ReturnType<Rule> {
  const { context, words, sentence, amount, isTheirs, reckoning } = look;
  const ofAll = reckoning.orders.flatMap(sumsOf);
  const isOpen = !ofAll.some((one) => isValue(one, amount)) && !isTheirs && !isCorrected(sentence, amount);
  if (has(saidByThem, sentence.text)) return undefined;
  const mayBeAny = has(words.offer, sentence.text) && !isOfOrder(words, sentence);
  const swapped = isOpen && !mayBeAny ? ofAll.filter((one) => isSwappedAmount(one, amount)) : [];
  if (swapped.length === 0 || isReckoned(look)) return undefined;
  return differs(context, amount, swapped, swapped[0]?.kind);
}

// "You say that you were charged 39.80"
const saidByThem =
  /(?<!\p{L})(?:you (?:say|said|write|wrote|mention\p{L}*|tell|told|quote|quoted)|(?:sie|du) schreib\p{L}+|(?:vous|tu) (?:me |nous )?(?:dites|dis|écrivez|écris|indiquez)|(?:me|nos) (?:dices?|comentas?|escribes?|indicas?)|(?:mi|ci) (?:dice|dici|scrive|scrivi)|(?:je|u) (?:schrijft|zegt|schreef|zei)|piszesz|(?:pisze|mówi) (?:pan|pani)|(?:pan|pani) (?:pisze|mówi)|(?:me|nos) diz)(?!\p{L})|とのこと|おっしゃ/giu;

const isReckoned = ({ amount, reckoning }: Look): boolean => amount.values.some((value) => isDerived(value, reckoning));

const isShareOrSum = ({ amount, reckoning }: Look): boolean => amount.values.some((value) => isShare(value, reckoning));

function otherTotal({ context, words, sentence, amount, within, orders }: Look): ReturnType<Rule> {
  const named = context.namedAt(sentence);
  const total = totalInstead(named.length > 0 ? named : orders, sentence, amount, within, words);
  return total === null || isCorrected(sentence, amount) ? undefined : differs(context, amount, [total], "total");
}

/** An amount that is one slip away from the only one that it can be is asked about even where it is to come. */
function slipOfKind(look: Look): ReturnType<Rule> {
  const { context, words, sentence, amount, within, known, same, isTheirs } = look;
  if (has(saidByThem, sentence.text)) return undefined;
  if (same.length > 0 || isTheirs || isCorrected(sentence, amount) || isBounded(words, sentence, amount))
    return undefined;
  const anchor = anchorOf(words, sentence, amount, within);
  if (anchor === null || !anchor.isNear || anchor.kind === "line") return undefined;
  const [from, to] = [amount.start - sentence.start, amount.end - sentence.start];
  const isTold = has(words.settled, sentence.text) && !isHedged(sentence.text, from, to, words);
  if (anchor.kind !== "discount" && !isTold && has(words.offer, sentence.text)) return undefined;
  const alike = known.filter(
    (one) => one.kind === anchor.kind && (isAlike(one, amount) || isSwappedAmount(one, amount, 2)),
  );
  const isExplained =
    (isTold && anchor.kind !== "total") || anchor.kind === "discount" ? isShareOrSum(look) : isReckoned(look);
  return alike.length === 0 || isExplained ? undefined : differs(context, amount, alike, anchor.kind);
}

/** An amount of which a word says what it is, and that is another one. */
function otherThanSaid(look: Look): ReturnType<Rule> {
  const { context, words, sentence, amount, within, known, same, inCurrency, isTheirs } = look;
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
    // Whether it was given back is known from above, and a total may stand beside a word of its parts.
    const isOpen = anchor?.kind === "refund" || !isCalled(look);
    const right = isOther && !isOpen && kinds.size === 1 ? ofKind.filter(({ kind }) => kind === anchor.kind) : [];
    return right.length > 0 && anchor?.kind !== "line" ? differs(context, amount, right, anchor?.kind) : null;
  }
  if (same.length > 0) return anchor === null ? null : differs(context, amount, same, same[0]?.kind);
  if (anchor === null || ofKind.length === 0 || isReckoned(look)) return null;
  const wrongKind = ofKind.filter(({ kind }) => kind === anchor.kind);
  // A price that is no line's may be today's, unless the product is named, and of another size where it "costs" that.
  if (anchor.kind === "line" && (!isOfLine || has(todays, sentence.text))) return null;
  if (anchor.kind === "line" || isTheirs || wrongKind.length === 0) {
    const alike = ofKind.filter((one) => isAlike(one, amount));
    return alike.length > 0 && !(isTheirs && !anchor.isNear) ? differs(context, amount, alike, alike[0]?.kind) : null;
  }
  if (!anchor.isNear) return null;
  return differs(context, amount, wrongKind, anchor.kind);
}

// "The voucher of 13.50" is of nothing that was ordered.
const isOfOrder = (words: Words, { text }: Sentence): boolean =>
  has(words.amounts.total, text) || has(words.amounts.refund, text) || has(words.days.ordered, text);

// "Not 54.90 as I wrote by mistake"
const corrected =
  /(?<!\p{L})(?:correct(?:ion|ed)|mistake\p{L}*|typo|error|wrongly|previously|korrigier\p{L}+|korrektur|irrtümlich|versehentlich|fälschlich\p{L}*|tippfehler|erreur|corrig\p{L}+|rectif\p{L}+|correc\p{L}+|errata|errone\p{L}+|errore|refuso|corregg\p{L}+|corrett\p{L}+|fout\p{L}*|vergissing|abusievelijk|pomył\p{L}+|omyłk\p{L}+|błęd\p{L}+|błąd|engano|erro|lapso)(?!\p{L})|誤|訂正|間違(?!い(?:は)?(?:ござい|あり)ませ)/iu;
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

function isClaimed(words: Words, sentence: Sentence, amount: WrittenAmount): boolean {
  const { text, start } = sentence;
  const [from, to] = [amount.start - start, amount.end - start];
  if (isHedged(text, from, to, words) || has(words.offer, text) || isBounded(words, sentence, amount)) return false;
  return has(words.settled, text) || /[:=] ?$/.test(text.slice(Math.max(0, from - 24), from));
}

// "Up to 40 €", "40-50 €", "49.90 € per piece", "10,000円以上"
function isBounded(words: Words, { text, start }: Sentence, amount: WrittenAmount): boolean {
  const [from, to] = [amount.start - start, amount.end - start];
  const before = text.slice(Math.max(0, from - 24), from);
  const behind = text.slice(to, to + 12);
  return (
    placesOf(words.bound, before).some(({ end }) => before.slice(end).trim() === "") ||
    /^ ?(?:-|–|\/|\+|×|x ?\d|以上|以下|まで|未満|OFF|off)/u.test(behind) ||
    /[-–+~] ?$/.test(before)
  );
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

// Of three digits at least where nothing else says what it is: 12 for 21 is another number.
function isSwappedAmount(one: KnownAmount, { values, currencies }: WrittenAmount, least = 3): boolean {
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
