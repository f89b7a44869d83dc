import type { CheckedOrder, KnownAmount } from "./facts.ts";
import type { AmountKind, Words } from "./languages/words.ts";
import { thousandths, type WrittenAmount } from "./read-money.ts";
import { has, type Sentence } from "./read-reply.ts";

const shippingIncluded =
  /(?<!\p{L})(?:(?:incl(?:\.|uding|usive of)?|with) (?:\p{L}+ )?(?:shipping|delivery|postage)|(?:shipping|delivery|postage) (?:is )?included|(?:inkl(?:\.|usive)?|mit) (?:\p{L}+ )?versand\p{L}*|versand\p{L}* (?:inklusive|inbegriffen|enthalten)|(?:frais de port|port|livraison|frais de livraison|transport|envoi|frais d'envoi) (?:compris\p{L}*|inclus\p{L}*)|(?:gastos de envío|envío|portes) inclui?d[oa]s?|(?:con|incluid[oa]s?) (?:el |los )?(?:envío|gastos de envío|transporte|portes)|(?:transporte|flete) inclui?d[oa]|spedizione (?:inclus|compres)a|(?:inclus|compres)[ao] (?:la )?(?:spedizione|consegna)|(?:con|inclus[oe]|compres[oe]) (?:il |le |la )?(?:trasporto|spese di spedizione|spedizione)|trasporto (?:incluso|compreso)|spese di spedizione (?:incluse|comprese)|(?:inclusief|incl\.?|met) (?:de )?(?:verzending|verzendkosten|bezorging|verzenden|transport|porto)|(?:verzending|verzendkosten) (?:inbegrepen|inclusief)|(?:z|wraz z|łącznie z|włącznie z) (?:wysyłką|dostawą|przesyłką|transportem|kosztami? (?:wysyłki|dostawy|przesyłki))|(?:wysyłka|dostawa) (?:wliczona|w cenie)|(?:portes|envio) inclu[ií]d[oa]s?|com (?:portes|envio))(?!\p{L})|送料(?:込|を含|\d[\d,]*円を含|含)/iu;
/** What stands around an amount and is of no other one. */
function partOf(text: string, start: number, amount: WrittenAmount, within: readonly WrittenAmount[]): string {
  const [from, to] = [amount.start - start, amount.end - start];
  const last = within.findLast(({ end }) => end <= amount.start);
  const next = within.find((other) => other.start >= amount.end);
  const before = text.slice(Math.max(0, from - 48, last === undefined ? 0 : last.end - start), from);
  const behind = text.slice(to, Math.min(to + 64, next === undefined ? text.length : next.start - start));
  const ownBefore = last === undefined ? before : (before.split(/[,、;] ?/).at(-1) ?? "");
  const ownBehind = next === undefined ? behind : (behind.split(/[,、;] ?/)[0] ?? "");
  return `${ownBefore}${text.slice(from, to)}${ownBehind}`;
}

const taxIncluded =
  /(?<!\p{L})(?:(?:incl(?:\.|uding|usive of)?|with) (?:\p{L}+ ){0,4}(?:tax(?:es)?|vat|gst)|(?:inkl(?:\.|usive)?|mit) (?:\p{L}+ ){0,3}(?:mwst|mehrwertsteuer|ust|steuern?)|(?:tva|taxes?) (?:comprises?|incluses?)|ttc|iva inclui?d[oa]|iva (?:inclusa|compresa)|(?:inclusief|incl\.?) (?:\p{L}+ ){0,2}btw|z (?:vat|podatkiem)|com iva)(?!\p{L})|税込|税を含/iu;
// "After the discount", "korting inbegrepen": what is named is what was left to pay.
const discountIncluded =
  /(?<!\p{L})(?:(?:after|with|less|including|incl\.?|once) (?:\p{L}+ ){0,3}(?:discount|code|coupon)|(?:discount|code) (?:already |is |was )?(?:applied|included|taken off|deducted|in)|(?:nach|mit|inkl\.?|inklusive) (?:\p{L}+ ){0,2}(?:abzug|\p{L}*rabatt\p{L}*|gutschein|code)|(?:rabatt|gutschein) (?:ist )?(?:schon |bereits )?(?:abgezogen|eingerechnet|berücksichtigt|inbegriffen|drin)|après (?:\p{L}+ ){0,2}(?:remise|réduction|code)|avec (?:\p{L}+ ){0,2}(?:remise|réduction|code)|(?:remise|réduction) (?:déjà )?(?:déduite|comprise|incluse|appliquée)|(?:con|tras|después de) (?:\p{L}+ )?(?:descuento|código|cupón)|descuento (?:ya )?(?:incluido|aplicado|descontado)|(?:con|dopo|al netto del?)(?:lo| lo| il| l'|l')? ?(?:sconto|codice)|sconto (?:già )?(?:applicato|incluso|compreso|detratto)|(?:met|na|inclusief|incl\.?) (?:\p{L}+ ){0,3}(?:korting|kortingscode)|korting (?:al |is al )?(?:inbegrepen|verrekend|meegerekend|eraf|toegepast)|(?:po|z|wraz z) (?:\p{L}+ ){0,2}(?:rabacie|rabatem|zniżce|zniżką|rabatu|zniżki|kodzie|kodem)|rabat (?:już )?(?:uwzględniony|odliczony)|(?:com|após|depois do) (?:o )?desconto|desconto (?:já )?(?:incluído|aplicado))(?!\p{L})|割引(?:の)?(?:適用)?後|割引(?:を)?(?:適用|含)|値引き?後|クーポン適用後/iu;

const ofDiscount = /%|割引|値引/u;

// What was taken from an account is all of it.
const charged =
  /(?<!\p{L})(?:(?:was|were|been|got) charged|charged|debited|billed|abgebucht|belastet|eingezogen|débitée?s?|prélevée?s?|facturée?s?|cobr(?:ó|aron|ad[oa]s?|ámos|amos)|carg(?:ó|aron|ad[oa]s?)|addebitat[oaie]|afgeschreven|in rekening gebracht|pobran[oae]|obciążon\p{L}+|obciążyliśmy|debitad[oa]s?|(?:payment|zahlung|überweisung|paiement|virement|règlement|pago|transferencia|pagamento|bonifico|betaling|overboeking|wpłat[aęy]|płatność|transferência) (?:of|von|über|in höhe von|de|d'un montant de|por importe de|di|van|w wysokości|no valor de))(?!\p{L})/iu;
// "Before the discount", "the goods alone"
const ofGoodsAlone =
  /(?<!\p{L})(?:before|without|goods|items?|articles?|instead|vor|ohne|ware|artikel|avant|sans|antes|sin|artículos?|prima|senza|articoli|voor de korting|zonder|artikelen|przed|bez|sem)(?!\p{L})/iu;

/**
 * The order's total where an amount said to be it is another one: without the shipping that is said to be included, or
 * from before the discount.
 */
export function totalInstead(
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
  const [tax = 0] = rest("tax");
  const is = (value: number) => values.includes(value);
  const around = partOf(text, start, amount, within);
  if (is(thousandthsOf(total))) return null;
  const whole = thousandthsOf(total);
  const isOfTotal = has(words.amounts.total, text) && has(words.settled, text);
  if (shipping > 0 && [whole - shipping, whole - shipping - tax].some(is) && shippingIncluded.test(around))
    return total;
  if (tax > 0 && [whole - tax, whole - shipping - tax].some(is) && taxIncluded.test(around)) return total;
  if (discount > 0 && is(whole + discount) && isOfTotal && discountIncluded.test(around)) return total;
  const isOfGoods = of("total").some((one) => one.currency === order.currency && is(thousandthsOf(one)));
  const isCharged = isOfGoods && charged.test(around);
  const isLeft = is(whole - rest("refund").reduce((sum, one) => sum + one, 0));
  const speaksOfPart = has(words.amounts.shipping, text) || has(words.amounts.tax, text) || ofGoodsAlone.test(text);
  if (isCharged && !isLeft && !speaksOfPart && !has(words.amounts.discount, text) && !ofDiscount.test(text))
    return total;
  const isOfAll = has(words.amounts.total, around) && has(words.settled, text);
  const speaksOfDiscount = has(words.amounts.discount, text) || ofDiscount.test(text) || has(words.offer, text);
  return discount > 0 && is(thousandthsOf(total) + discount) && isOfAll && !speaksOfDiscount ? total : null;
}

const thousandthsOf = ({ amount }: KnownAmount): number => thousandths(amount);
