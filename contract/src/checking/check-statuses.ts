import { claimsIn, parcelOfDays } from "./check-dates.ts";
import type { Context } from "./context.ts";
import type { CheckedOrder, CheckedParcel } from "./facts.ts";
import type { Finding } from "./finding.ts";
import type { Words } from "./languages/words.ts";
import { parcelsMeant } from "./parcels-meant.ts";
import { readAmounts, thousandths } from "./read-money.ts";
import {
  clauseAround,
  has,
  isAsked,
  isHedged,
  isOfOtherThing,
  placesOf,
  type Sentence,
  upToClause,
} from "./read-reply.ts";
import type { Status } from "./statuses/phrases.ts";

/** Whether a status is true of an order; null where that is not known. */
const isTrue: Record<Status, (order: CheckedOrder) => boolean | null> = {
  refunded: ({ isRefunded }) => isRefunded,
  shipped: ({ isShipped }) => isShipped,
  delivered: ({ isDelivered }) => isDelivered,
  cancelled: ({ isCancelled }) => isCancelled,
  underway: ({ isShipped, isAllDelivered }) => isShipped && !isAllDelivered,
  paid: ({ isPaid }) => isPaid,
  returned: ({ isShipped, isReturned }) => (isShipped ? isReturned : false),
  // What travels waits nowhere; of what has arrived it is not known.
  pickup: ({ isShipped, isReturned }) => (isShipped && isReturned !== false ? null : false),
  owed: ({ isRefunded }) => (isRefunded ? false : null),
};

const nothingShipped = "nothing was shipped yet";
const isAnyShipped = (orders: readonly CheckedOrder[]): boolean => orders.some(({ isShipped }) => isShipped);
const instead: Record<Status, (orders: readonly CheckedOrder[]) => string> = {
  refunded: () => "no refund is known",
  shipped: () => nothingShipped,
  delivered: (orders) => (isAnyShipped(orders) ? "it is not known to have arrived" : nothingShipped),
  cancelled: () => "the order is not cancelled",
  underway: (orders) => (isAnyShipped(orders) ? "it was delivered" : nothingShipped),
  paid: () => "the payment is still pending",
  returned: () => "it is still on its way",
  pickup: () => "it is still on its way",
  owed: () => "it was refunded",
};

const all = Object.keys(isTrue) as Status[];

/** Finds what is said to have been done, and was not. */
export function checkStatuses(context: Context): Finding[] {
  const { reading } = context;
  const { words, sentences } = reading;
  if (words === null) return [];
  return sentences.flatMap((sentence) =>
    all.flatMap((status) => {
      const places = placesOf(words.statuses[status], sentence.text);
      return places.flatMap((place) => checkPlace(context, words, sentence, status, place) ?? []).slice(0, 1);
    }),
  );
}

function checkPlace(
  context: Context,
  words: Words,
  sentence: Sentence,
  status: Status,
  place: { start: number; end: number },
): Finding | null {
  if (has(ofOtherCustomers, sentence.text)) return null;
  const claim = claimAt(status, words, sentence.text, place);
  // "The confirmation was sent", "your return was delivered": of these nothing is known.
  if (
    claim === null ||
    (!namesItsThing.has(status) &&
      isOfOtherThing(sentence.text, place.start, place.end, words, context.numberedAt(sentence).length > 0))
  )
    return null;
  // "The shipping has not been refunded yet", "the second refund": another part of it.
  const isUndone = claim === "not yet" || status === "owed";
  if (isUndone && isOfPart(status, words, sentence.text, place)) return null;
  const orders = ordersOf(context, sentence, status, place);
  const isWrong =
    claim === "done"
      ? (!isUndone || isCertainOf(context, status, sentence)) &&
        orders.every((order) => isTrue[status](order) === false || isOnlyInPart(sentence, status, order, place.end))
      : isCertainOf(context, status, sentence) && orders.every(isFinished[status]);
  if (orders.length === 0 || !(isWrong || isWrongOfParcels(context, sentence, status, claim, place))) return null;
  const [start, end] = [sentence.start + place.start, sentence.start + place.end];
  const written = context.reading.text.slice(start, end);
  const says = `You write “${written}”; ${claim === "done" ? instead[status](orders) : "it was done already"}`;
  return { kind: "status", start, end, written, right: null, canReplace: false, says };
}

const ofOtherCustomers =
  /(?<!\p{L})(?:(?:other|another|our|many|wholesale) (?:\p{L}+ )?(?:customers?|clients?|buyers?)|others|(?:andere[nrs]?|unsere[nr]?|viele[nr]?) kund\p{L}+|d'autres (?:clients?|clientes?)|nos (?:clients|clientes)|otr[oa]s? client[ea]s?|nuestros clientes|altr[ioae] client[ie]|nostri clienti|andere klanten|onze klanten|inn\p{L}+ klien\p{L}+|nasi klienci|outr[oa]s? clientes?|nossos clientes)(?!\p{L})|他のお客様/giu;

// "Both were shipped", where one was.
const wholly =
  /(?<!\p{L})(?:both|all|everything|whole|entire|complete|fully|beiden?|alles?|komplett\p{L}*|vollständig\p{L}*|sämtliche\p{L}*|gesamte\p{L}*|tou(?:t|te|s|tes)|complète\p{L}*|intégral\p{L}*|les deux|tod[oa]s?|amb[oa]s|complet[oa]s?|l[oa]s dos|tutt[oaie]|entramb[ie]|complet[oaie]|allebei|beide|alles|alle|hele|compleet|oba|obie|oboje|wszystk\p{L}+|cał[aey]\p{L}*|tudo|todas?|amb[oa]s)(?!\p{L})|すべて|全て|全部|両方|どちらも/giu;

const allParcels =
  /(?<!\p{L})(?:both|all(?: of)?(?: the| your)?|the two|beiden?|alle(?: ihre| deine)?|les deux|tou(?:s|tes)(?: les| vos)?(?: deux)?|(?:l[oa]s|ambos|ambas|tod[oa]s l[oa]s) ?(?:dos)?|tutt[ie](?: e due)?|entrambi|i due|beide|allebei de|alle|oba|obie|obydwie|wszystkie|as duas|os dois|ambas as|tod[oa]s [oa]s) (?:i |gli |les |los |las |of |de |the |your |ihre |deine )?(?:parcels|packages|shipments|pakete|päckchen|sendungen|colis|paquets|paquetes|envíos|pacchi|colli|spedizioni|pakketten|pakketjes|zendingen|paczki|przesyłki|encomendas|pacotes)(?!\p{L})/giu;
const everything =
  /(?<!\p{L})(?:everything|(?:the )?whole order|(?:the )?entire order|alles|die (?:ganze|komplette|gesamte) bestellung|toute (?:la|votre) commande|todo (?:el|tu|su) pedido|tutto l'ordine|(?:de|je) hele bestelling|wszystko|całe zamówienie|toda a encomenda)(?!\p{L})/giu;

function isOnlyInPart({ text }: Sentence, status: Status, order: CheckedOrder, end: number): boolean {
  if (status === "shipped") return !order.isAllShipped && has(wholly, text);
  if (status !== "delivered") return false;
  const clause = clauseAround(text.replace(/[()]/g, " "), end, end).text;
  return (
    (!order.isAllDelivered && has(allParcels, clause)) || (!isFinished.delivered(order) && has(everything, clause))
  );
}

/** Whether a status is true of a parcel; null where that is not known. */
const isTrueOfParcel: Partial<Record<Status, (parcel: CheckedParcel) => boolean | null>> = {
  delivered: ({ isDelivered }) => isDelivered,
  underway: ({ isDelivered }) => (isDelivered === null ? null : !isDelivered),
};

/** "GLS has delivered it", where another carrier's parcel has arrived and theirs is on its way. */
function isWrongOfParcels(
  context: Context,
  sentence: Sentence,
  status: Status,
  claim: "done" | "not yet",
  place: { start: number; end: number },
): boolean {
  const isOf = isTrueOfParcel[status];
  // "Not out for delivery yet" is on its way all the same.
  if (!isOf || (claim === "not yet" && status !== "delivered")) return false;
  if (parcelOfDays(context, sentence, claimsIn(context, sentence)) !== null) return false;
  const parcels = parcelsMeant(context, sentence, place);
  return parcels.length > 0 && parcels.every(({ parcel }) => isOf(parcel) === (claim === "not yet"));
}

/** Those whose phrases say what they are of: a refund, a payment, a parcel. */
const namesItsThing: ReadonlySet<Status> = new Set(["refunded", "paid", "returned", "pickup", "owed"]);

const isOfPart = (status: Status, words: Words, text: string, { start }: { start: number }): boolean =>
  has(words.amounts.shipping, text) ||
  has(words.amounts.tax, text) ||
  has(another, status === "owed" ? text : text.slice(0, start));

// "The second refund", "for the rest"
const another =
  /(?<!\p{L})(?:second|other|another|remaining|rest|zweite\p{L}*|andere\p{L}*|weitere\p{L}*|rest\p{L}*|deuxième|second\p{L}*|autre\p{L}*|reste|otr[oa]s?|segund[oa]|altr[oaie]|second[oa]|restante|tweede|andere|drugi\p{L}*|drug[aą]|inn\p{L}{1,3}|pozostał\p{L}*|outr[oa]s?)(?!\p{L})/giu;

/** What is past a doubt, so that "not yet" is wrong of it: a part of an order may be shipped and another not. */
const isFinished: Record<Status, (order: CheckedOrder) => boolean> = {
  refunded: ({ isRefunded }) => isRefunded,
  shipped: ({ isAllShipped }) => isAllShipped,
  delivered: ({ isAllDelivered, isAllShipped }) => isAllDelivered && isAllShipped,
  cancelled: ({ isCancelled }) => isCancelled,
  paid: ({ isPaid }) => isPaid === true,
  underway: () => false,
  returned: () => false,
  pickup: () => false,
  owed: () => false,
};

/** Whether "not yet" is said of one order for sure. "The lamps" may be of another one than the lamp that has arrived. */
function isCertainOf({ facts, numberedAt, namedAt }: Context, status: Status, sentence: Sentence): boolean {
  const named = status === "shipped" || status === "delivered" ? numberedAt(sentence) : namedAt(sentence);
  return facts.orders.length === 1 || named.length === 1;
}

/** The orders of which a sentence may say it; where it names none, each may be meant. */
function ordersOf(
  context: Context,
  sentence: Sentence,
  status: Status,
  { start, end }: { start: number; end: number },
) {
  const { facts, numberedAt, orderOfProducts } = context;
  const clause = { text: upToClause(sentence.text, start, end), start: sentence.start };
  const numbered = numberedAt(isOfMoney.has(status) ? clause : sentence);
  const order = orderOfProducts(clause);
  // A number of another order than the one that has the product is a mistake of its own.
  if (numbered.length > 0) return order === null ? numbered : [...numbered, order];
  if (order !== null) return [order];
  // A refund or a payment is told of any order, unless its amount shows of which.
  if (isOfMoney.has(status)) return ordersOfAmounts(facts.orders, sentence);
  return facts.orders;
}

const isOfMoney: ReadonlySet<Status> = new Set(["refunded", "paid", "owed"]);

function ordersOfAmounts(orders: readonly CheckedOrder[], { text }: Sentence): readonly CheckedOrder[] {
  const written = new Set(readAmounts(text).flatMap(({ values }) => values));
  const having = orders.filter(({ amounts }) => amounts.some(({ amount }) => written.has(thousandths(amount))));
  return having.length === 1 ? having : orders;
}

// What denies in a clause that it was done: "not yet", and "not" alone.
const notDone =
  /(?<!\p{L})(?:not(?: yet)?(?: been)?|n't(?: yet)?(?: been)?|yet to be|(?:has|have|is|was|were)n't (?:yet )?been|(?:noch )?(?:nicht|nie|ned|net)|noch immer nicht|(?:n'|ne (?:l'|vous |lui )?)(?:a|ont|est|sont|avons|ai)|pas(?: encore)?|(?:todavía|aún) no|no(?= (?:ha|han|se|está|están|fue|hemos|he|te|le|lo)(?!\p{L}))|todavía|aún|(?:ancora )?non(?: l'| li| le| la)?|ancora|nog (?:steeds )?niet|niet|jeszcze nie|nie|jeszcze|ainda não|não|ainda)(?!\p{L})|まだ|(?:おり|い)?ません/giu;

// "It is no longer on its way"
const noLonger =
  /(?<!\p{L})(?:no longer|any ?more|nicht mehr|n(?:'|e )\p{L}+ plus|ya no|non \p{L}+ più|niet meer|już nie|já não)(?!\p{L})/giu;

// "It left not on Monday but on Tuesday": it did leave.
const notSo =
  /(?<!\p{L})(?:not (?:on|with|by|from|in|until)|nicht (?:am|mit|von|per|erst|schon|im|bei|über)|pas (?:le|avec|par|lundi|mardi|mercredi|jeudi|vendredi|samedi|hier|aujourd'hui|en)|no (?:el|con|por|en|ayer|hoy|antes|hasta)|non (?:il|con|da|tramite|lunedì|martedì|mercoledì|giovedì|venerdì|sabato|ieri|oggi)|niet (?:op|met|door|via|pas|gisteren|vandaag)|nie (?:w|we|z|przez|wczoraj|dziś|dzisiaj|kurierem)|não (?:no|na|com|em|pel[ao]|ontem|hoje))(?!\p{L})/giu;

const still = /(?<!\p{L})(?:todavía|aún|ancora|jeszcze|ainda|yet)(?!\p{L})|まだ/giu;

/** Whether something is said to have been done, or not to have been yet; null where neither is. */
function claimAt(
  status: Status,
  words: Words,
  sentence: string,
  { start, end }: { start: number; end: number },
): "done" | "not yet" | null {
  // "It is still on its way" doubts nothing.
  if (isClaimed(words, status === "underway" ? sentence.replace(still, blank) : sentence, start, end)) return "done";
  // Its phrases deny by themselves.
  if (status === "owed")
    return isAsked(sentence, end) || has(words.condition, sentence.slice(0, start)) ? null : "done";
  if (has(noLonger, upToClause(sentence, start, end)) || has(notSo, sentence)) return null;
  const without = sentence.replace(notDone, blank);
  const isDenied = without !== sentence && !isHedged(without, start, end, words);
  return isDenied && !has(words.hedge, without.slice(start, end)) ? "not yet" : null;
}

const blank = (found: string): string => " ".repeat(found.length);

// "UPS meldet: zugestellt", "volgens PostNL bezorgd"
const toldBy =
  /(?<!\p{L})(?:meldet|sagt|zeigt|schreibt|vermerkt|laut|status|sendungsstatus|sendungsverfolgung|meldt|zegt|toont|geeft|volgens|track ?& ?trace|podaje|pokazuje|melduje|informuje|według|śledzenie)(?!\p{L})[^.!?\n]{0,60}$/giu;

function isClaimed(words: Words, sentence: string, start: number, end: number): boolean {
  if (isHedged(sentence, start, end, words)) return false;
  // A hedge within it: "has not been shipped".
  if (has(words.hedge, sentence.slice(start, end))) return false;
  // Where the verb comes last, a participle alone says nothing: "versandt" needs "wurde", or somebody who says so.
  if (!words.hedgesBackwards || has(words.settled, clauseAround(sentence, start, end).text)) return true;
  return has(toldBy, sentence.slice(0, start));
}
