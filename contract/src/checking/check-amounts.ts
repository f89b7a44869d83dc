import { anchorOf, kindsIn, namesProduct, ofLine } from "./amount-anchors.ts";
import {
  differs,
  isAlike,
  isBounded,
  isClaimed,
  isCorrected,
  isRate,
  isSwappedAmount,
  isValue,
  type Look,
  thousandthsOf,
} from "./amount-look.ts";
import type { Context } from "./context.ts";
import { isDerived, isShare, percentsIn } from "./derived-amounts.ts";
import type { CheckedOrder, KnownAmount } from "./facts.ts";
import type { Finding } from "./finding.ts";
import type { Words } from "./languages/words.ts";
import { readAmounts } from "./read-money.ts";
import { clauseAround, has, isAsked, isHedged, placesOf, type Sentence } from "./read-reply.ts";
import { totalInstead } from "./total-instead.ts";

/** A rule says what is wrong, or that nothing is; undefined leaves it to the next one. */
type Rule = (look: Look) => Finding | null | undefined;
const rules: readonly Rule[] = [
  inOtherCurrency,
  sumOfSentence,
  otherThanRefunded,
  priceOfOther,
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
  /(?<!\p{L})(?:of which|of that|thereof|because|since|davon|darin|weil|(?<=, )da|denn|dont|car|parce qu\p{L}*|de (?:los|las|lo) (?:que|cual\p{L}*)|porque|ya que|di cui|perché|poiché|waarvan|omdat|want|z czego|ponieważ|bo|dos quais|porque|pois)(?!\p{L})|うち|ため/giu;

/** "The 27.50 you paid for the cassette", which is what the chain cost. */
function priceOfOther(look: Look): ReturnType<Rule> {
  const { context, words, sentence, amount, within, isTheirs } = look;
  const to = amount.end - sentence.start;
  const [title, another] = titlesIn(context, sentence.text);
  if (title === undefined || another !== undefined || isTheirs) return undefined;
  const all = context.facts.orders.flatMap(sumsOf);
  const same = all.filter((one) => isValue(one, amount) && amount.currencies.includes(one.currency));
  const own = all.filter((one) => one.kind === "line" && one.title === title);
  if (same.length === 0 || own.length === 0 || same.some((one) => one.kind !== "line" || one.title === title))
    return undefined;
  const anchor = anchorOf(words, sentence, amount, within);
  const clause = clauseAround(sentence.text, amount.start - sentence.start, to).text;
  if (anchor === null || !/^(?:line|total|refund)$/.test(anchor.kind) || has(ofSeveral, clause)) return undefined;
  if (has(words.offer, sentence.text) || isBounded(words, sentence, amount) || isAsked(sentence.text, to))
    return undefined;
  if (isCorrected(sentence, amount) || has(saidByThem, sentence.text)) return undefined;
  return differs(context, amount, own, "line");
}

// "The other one", "both": of what is not named here.
const ofSeveral =
  /(?<!\p{L})(?:others?|both|rest|remaining|together|plus|and|anderen?|andere[rs]|beiden?|rest\p{L}*|zusammen|und|autres?|deux|reste|ensemble|et|otr[oa]s?|amb[oa]s|resto|junt[oa]s|altr[oaie]|entramb[ie]|insieme|andere|beide|samen|inn[yae]\p{L}*|oba|obie|razem|outr[oa]s?)(?!\p{L})/giu;

/** The only products that a text may name. */
function titlesIn({ productsIn }: Context, text: string): string[] {
  const [first, ...more] = productsIn(text);
  return (first?.titles ?? []).filter((title) => more.every(({ titles }) => titles.includes(title)));
}

/** Whether an amount is what was, or is, given back. */
function isOfRefund(look: Look): boolean {
  const { words, sentence, amount, within } = look;
  const anchor = anchorOf(words, sentence, amount, within);
  const isOfTotal = anchor?.kind === "total" || anchor?.kind === "line";
  if (anchor !== null && anchor.kind !== "refund" && !isOfTotal) return false;
  return (
    isRefundDone(look) ||
    (anchor?.kind === "refund" && (anchor.isNear || isCalledRefund(look)) && isClaimed(words, sentence, amount))
  );
}

/** Whether the clause of an amount says that it was given back. */
function isRefundDone({ words, sentence, amount }: Look): boolean {
  const [from, to] = [amount.start - sentence.start, amount.end - sentence.start];
  const own = clauseAround(sentence.text, from, to);
  // "We refunded the chair, namely 129.00": the clause before says what became of it.
  const clause = apposed.test(own.text) ? clauseAround(sentence.text, Math.max(0, own.start - 2), to) : own;
  const isDone = placesOf(words.statuses.refunded, sentence.text).some(
    ({ start, end }) =>
      start < clause.start + clause.text.length &&
      end > clause.start &&
      !isHedged(sentence.text, start, end, words) &&
      !has(words.hedge, sentence.text.slice(start, end)),
  );
  const isSaid = isDone || confirmedRefund.test(sentence.text.slice(0, from));
  return isSaid && !isHedged(sentence.text, from, to, words) && !has(voucher, sentence.text);
}

const apposed =
  /^\s*(?:(?:and )?(?:namely|that is|i\.e\.|in the amount of|for (?:a total of|the amount of)|amounting to|a total of)|und zwar|nämlich|(?:und zwar )?in höhe von|insgesamt|das sind|à savoir|soit|d'un montant de|pour un (?:montant|total) de|à hauteur de|en concreto|concretamente|es decir|por (?:un )?(?:importe|valor|total) de|ovvero|cioè|vale a dire|per un (?:importo|totale) di|pari a|namelijk|te weten|ter hoogte van|voor een bedrag van|mianowicie|czyli|w wysokości|w kwocie|na kwotę|nomeadamente|ou seja|no (?:valor|montante|total) de)(?!\p{L})/iu;

// "Le confirmamos la devolución de 16,50 €", "we confirm your refund of 16.50"
const confirms =
  "confirm|confirming|bestätigen?|confirmons|confirme|confirmamos|confirmo|confermiamo|confermo|bevestig|bevestigen|potwierdzam|potwierdzamy";
const refunds =
  "refund|reimbursement|(?:rück)?erstattung|gutschrift|rückzahlung|remboursement|reembolso|devolución|abono|reintegro|rimborso|storno|riaccredito|terugbetaling|restitutie|zwrot|zwrotu|estorno";
const of =
  "of|for|von|über|in höhe von|de|d'un montant de|di|van|w wysokości|por importe de|no valor de|dell'importo di";
const confirmedRefund = new RegExp(
  `(?<!\\p{L})(?:${confirms})(?!\\p{L})[^.!?;\\n]{0,60}(?<!\\p{L})(?:${refunds}) (?:${of})(?!\\p{L})[^.!?;\\n\\d]{0,16}$`,
  "iu",
);

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
  /(?<!\p{L})(?:vouchers?|gift cards?|store credit|coupons?|gutschein\p{L}*|guthaben|bons? d'achat|bon|(?<=(?:un|votre|cet|en|notre|ton) |l')avoir(?! (?:été|\p{L}+é\p{L}{0,2})(?!\p{L}))|carte cadeau|vale|cupón|cupones|tarjeta regalo|saldo|buono|buoni|carta regalo|waardebon|tegoedbon|cadeaubon|tegoed|bon\p{L}{0,3}|kupon\p{L}*|voucher\p{L}*)(?!\p{L})|クーポン|ギフト|ポイント/giu;

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
  const isOnly = kindsIn(words, sentence).length === 1;
  if (anchor === null || !(anchor.isNear || isOnly) || anchor.kind === "line") return undefined;
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
