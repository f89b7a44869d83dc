import type { Context } from "./context.ts";
import type { CheckedOrder, KnownDate } from "./facts.ts";
import type { Finding } from "./finding.ts";
import type { DateKind, Language, Words } from "./languages/words.ts";
import { type OwnParcel, parcelsMeant, parcelsOf } from "./parcels-meant.ts";
import type { Day, WrittenDate } from "./read-dates.ts";
import { readAmounts } from "./read-money.ts";
import { clauseAround, has, isHedged, isOfOtherThing, placesOf, type Sentence } from "./read-reply.ts";
import { longestAgo } from "./spoken-days.ts";

/** In characters: the word that says what was on a day stands near it. */
const furthest = 48;
/** How far a day may begin from Greenwich's, in hours. */
type Offset = readonly [least: number, most: number];
/** The day differs with the time zone of who reads the clock. */
const anywhere: Offset = [-10, 12];
const dayMs = 86_400_000;
/** A store that sells in one of these reads its clocks in the country where that is money. */
const ofCurrency: Readonly<Record<string, Offset>> = {
  EUR: [0, 3],
  GBP: [0, 1],
  CHF: [1, 2],
  PLN: [1, 2],
  CZK: [1, 2],
  SEK: [1, 2],
  NOK: [1, 2],
  DKK: [1, 2],
  HUF: [1, 2],
  RON: [2, 3],
  JPY: [9, 9],
  // Stores of Europe sell in dollars as well.
  USD: [-10, 2],
  CAD: [-8, 0],
  MXN: [-8, -4],
  BRL: [-5, -2],
  COP: [-5, -5],
  ARS: [-3, -3],
  CLP: [-4, -3],
  AUD: [8, 11],
  NZD: [12, 13],
  SGD: [8, 8],
  HKD: [8, 8],
};
/** A parcel may be read of where it arrives. */
const ofArrival = -8;

function offsetOf({ kind }: KnownDate, currency: string): Offset {
  const [least, most] = ofCurrency[currency] ?? anywhere;
  return kind === "delivered" || kind === "expected" ? [Math.min(least, ofArrival), most] : [least, most];
}
const says: Record<DateKind, string> = {
  ordered: "it was ordered on",
  shipped: "it was shipped on",
  delivered: "it was delivered on",
  refunded: "it was refunded on",
  cancelled: "it was cancelled on",
  expected: "it is expected on",
};

/** Finds days on which something is said to have happened to an order, and did not. */
export function checkDates(context: Context): Finding[] {
  const { words, sentences } = context.reading;
  if (words === null) return [];
  return sentences.flatMap((sentence) => {
    const claims = claimsIn(context, sentence);
    // Where two days are another parcel's, it is the carrier that is wrong.
    const isOtherParcel = parcelOfDays(context, sentence, claims) !== null;
    return claims.flatMap((claim) => (isOtherParcel ? [] : (checkClaim(context, words, sentence, claim) ?? [])));
  });
}

/** A day in a sentence, and what is said to have been on it. */
interface Claim {
  date: WrittenDate;
  kind: DateKind;
}

/** Finds the days of a sentence on which something is said to have happened. */
export function claimsIn(context: Context, sentence: Sentence): Claim[] {
  const { dates } = context;
  const { words, language } = context.reading;
  if (words === null) return [];
  const end = sentence.start + sentence.text.length;
  return dates
    .filter(({ start }) => start >= sentence.start && start < end)
    .flatMap((date) => {
      const place = { start: date.start - sentence.start, end: date.end - sentence.start };
      const isKnown = context.numberedAt(sentence).length > 0 || parcelsMeant(context, sentence, place).length > 0;
      const kind = kindOf(words, sentence, date, isKnown, language);
      return kind === null ? [] : [{ date, kind }];
    });
}

/** The parcel that has all of two days or more which a sentence tells of another carrier's. */
export function parcelOfDays(context: Context, sentence: Sentence, claims: readonly Claim[]): OwnParcel | null {
  const told = claims.filter(({ kind }) => kind === "shipped" || kind === "delivered");
  if (told.length < 2 || told.length < claims.length) return null;
  const hasAll = ({ parcel, order }: OwnParcel) =>
    told.every(({ date, kind }) => placed(parcel.dates, order).some((one) => one.kind === kind && isOn(date, one)));
  const [first, another] = context.carriersAt(sentence);
  if (first === undefined || another !== undefined) return null;
  const own = parcelsOf(context.facts.orders);
  const isOf = ({ carrier }: OwnParcel) => carrier === null || carrier.name === first.carrier.name;
  return own.some((one) => isOf(one) && hasAll(one)) ? null : (own.find(hasAll) ?? null);
}

export const isOn = (date: WrittenDate, one: PlacedDate): boolean => date.days.some((day) => isNear(day, one));

/** A date that is known, with how far from Greenwich the clocks may be that show it. */
type PlacedDate = KnownDate & { offset: Offset };

export const placed = (dates: readonly KnownDate[], { currency }: CheckedOrder): PlacedDate[] =>
  dates.map((date) => ({ ...date, offset: offsetOf(date, currency) }));

/** The dates of what a sentence is about: of a parcel that it tells apart, else of its orders. */
function datesFor(context: Context, sentence: Sentence, date: WrittenDate, kind: DateKind): PlacedDate[] {
  const named = context.namedAt(sentence);
  const orders = named.length > 0 ? named : context.ordersAt(sentence);
  const of = orders.flatMap((order) => placed(order.dates, order)).filter((one) => one.kind === kind);
  if (kind !== "shipped" && kind !== "delivered") return of;
  const place = { start: date.start - sentence.start, end: date.end - sentence.start };
  const parcels = parcelsMeant(context, sentence, place);
  const isHandedOver = kind === "shipped" && has(handedOver, sentence.text);
  const isOfKind = (one: KnownDate) => one.kind === kind || (isHandedOver && one.kind === "delivered");
  const ofParcels = parcels.flatMap(({ parcel, order }) => placed(parcel.dates, order).filter(isOfKind));
  return ofParcels.length > 0 ? ofParcels : orders.flatMap((order) => placed(order.dates, order)).filter(isOfKind);
}

function checkClaim(context: Context, words: Words, sentence: Sentence, { date, kind }: Claim): Finding | null {
  const ofKind = datesFor(context, sentence, date, kind);
  if (ofKind.length === 0 || ofKind.some((one) => isOn(date, one))) return null;
  if (date.isSpoken && !isCertainOfSpoken(context, words, sentence, date, kind, ofKind)) return null;
  if (context.ours.days.some((day) => date.days.some((one) => one.month === day.month && one.day === day.day)))
    return null;
  const [right, another] = [...new Set(ofKind.map(({ at }) => at.slice(0, 10)))];
  if (right === undefined) return null;
  const [year = 0, month = 1, day = 1] = right.split("-").map(Number);
  const written = sentence.text.slice(date.start - sentence.start, date.end - sentence.start);
  const put = date.write({ year, month, day });
  const { start, end } = date;
  return {
    kind: "date",
    start,
    end,
    written,
    right: another === undefined ? put : null,
    canReplace: another === undefined && !date.isSpoken,
    says: `You write ${written}; ${says[kind]} ${put}`,
  };
}

/** Whether "yesterday" or "on Monday" can be said of nothing but what is known: of something lately done, and not by the writer. */
function isCertainOfSpoken(
  { today, facts }: Context,
  words: Words,
  { text, start }: Sentence,
  date: WrittenDate,
  kind: DateKind,
  ofKind: readonly PlacedDate[],
): boolean {
  const now = Date.parse(`${today}T00:00:00Z`);
  const isRecent = ofKind.some(({ at }) => Date.parse(at) > now - longestAgo * dayMs);
  const clause = clauseAround(text, date.start - start, date.end - start).text;
  if (!isRecent || kind === "expected" || has(learnt, clause)) return false;
  if (kind === "shipped" && (has(words.statuses.underway, clause) || has(onRound, clause))) return false;
  if (kind === "ordered") return has(anOrder, clause);
  // What was done on the day of the reply may not be known yet.
  const isToday = date.days.some(({ year, month, day }) => Date.UTC(year ?? 0, month - 1, day) === now);
  return !isToday || kind === "delivered" || (kind === "shipped" && facts.orders.every((order) => order.isAllShipped));
}

// "It went out for delivery this morning": it had left days before.
const onRound =
  /(?<!\p{L})(?:(?:out )?for delivery|zustellung|zustellfahrzeug|auslieferung|livraison|tournée|reparto|consegna|bezorging|bezorgbus|doręczeni\p{L}+|distribuição|entrega)(?!\p{L})/giu;

// "I saw today that it was shipped", "we sent a claim yesterday"
const learnt =
  /(?<!\p{L})(?:check\p{L}*|see|saw|seen|look\p{L}*|spoke\p{L}*|call(?:ed|ing)?|ask\p{L}*|wr(?:ote|itten|ite)|inform\p{L}*|told|tell|heard|contact\p{L}*|found|notic\p{L}+|claims?|enquiry|inquiry|investigation|case|ticket|report\p{L}*|repl(?:y|ied)|answer\p{L}*|gesehen|sehe|gesprochen|angerufen|telefoniert|gefragt|geschrieben|nachgefragt|nachgesehen|geschaut|geprüft|erfahren|gemeldet|kontaktiert|reklam\p{L}+|nachforsch\p{L}+|suchauftrag|anfrage|vu|vois|appelé\p{L}*|demandé\p{L}*|écrit|parlé|vérifié|regardé|constaté|contacté\p{L}*|réclamation|enquête|dossier|visto|veo|llamado|llamé|preguntado|escrito|escribí|hablado|hablé|comprobado|revisado|contactado|reclamación|reclamo|incidencia|vedo|chiamato|chiesto|scritto|parlato|verificato|controllato|contattato|sentito|segnala\p{L}+|reclamo|pratica|gezien|zie|gebeld|gevraagd|geschreven|gesproken|nagekeken|gecheckt|contact|klacht|melding|onderzoek|widzę|widział\p{L}*|dzwonił\p{L}*|pytał\p{L}*|pisał\p{L}*|rozmawiał\p{L}*|sprawdz\p{L}+|kontaktował\p{L}*|zgłosi\p{L}+|zgłosze\p{L}+|reklamac\p{L}+|spraw[aęy]|vejo|liguei|perguntei|escrevi|falei|verifiquei|contactei|reclamação)(?!\p{L})|確認|問い合わせ|連絡/giu;
const anOrder =
  /(?<!\p{L})(?:order\p{L}*|purchas\p{L}+|bought|bestell\p{L}*|auftrag\p{L}*|gekauft|command\p{L}+|achet\p{L}+|achat|pedid\p{L}*|pedist\p{L}*|encarg\p{L}+|compr\p{L}+|ordin\p{L}+|acquist\p{L}+|bestel\p{L}*|gekocht|zamów\p{L}+|zakup\p{L}*|kupi\p{L}+|encomend\p{L}+)(?!\p{L})|注文/giu;

/** What is claimed to have been on a day: by the nearest word of the clause, and no other that is as near. */
function kindOf(
  words: Words,
  { text, start }: Sentence,
  date: WrittenDate,
  isKnown: boolean,
  language: Language | null,
): DateKind | null {
  const [from, to] = [date.start - start, date.end - start];
  // A comma right behind it closes what a weekday's opened.
  const clause = clauseAround(
    text[to] === "," && /^\p{L}+,/u.test(text.slice(from, to)) ? `${text.slice(0, to)} ${text.slice(to + 1)}` : text,
    from,
    to,
  );
  const isFuture = isHedged(text, from, to, words);
  const kinds = Object.keys(words.days) as DateKind[];
  const found = kinds
    .flatMap((kind) =>
      wordsFor(words, kind, date).flatMap((pattern) =>
        placesOf(pattern, clause.text).map((place) => {
          const [begin, end] = [place.start + clause.start, place.end + clause.start];
          // A phrase may have the day within it.
          const isAround = begin < to && end > from;
          return { kind, from: begin, to: end, distance: isAround ? 0 : end <= from ? from - end : begin - to };
        }),
      ),
    )
    .filter(({ distance }) => distance >= 0 && distance <= furthest)
    .filter((place) =>
      place.from > to && begins.test(text.slice(to))
        ? true
        : !joins.test(text.slice(Math.min(place.to, to), Math.max(place.from, from))),
    )
    .sort((one, other) => one.distance - other.distance);
  const [nearest, second] = found;
  if (!nearest || isBound(text.slice(0, from), language) || bounded.test(text.slice(to))) return null;
  // What is expected is to come; everything else has to have been.
  const isExpected = nearest.kind === "expected";
  if (isExpected ? /[?？]\s*$/.test(text) || has(words.condition, text) : isFuture || has(words.offer, clause.text))
    return null;
  // "The order 1042 from 12 November was refunded"
  if (orderFrom.test(text.slice(0, from))) return "ordered";
  const isOfMoney =
    !has(aParcel, clause.text) &&
    (has(words.amounts.refund, clause.text) ||
      (!has(anOrder, clause.text) && has(words.amounts.refund, text.slice(0, from))));
  if (isOfMoney && (nearest.kind === "ordered" || nearest.kind === "shipped")) return "refunded";
  // "The 13.14 € went out on Monday"
  if (nearest.kind === "shipped" && readAmounts(clause.text).length > 0 && !has(aParcel, clause.text)) return null;
  const isOfParcel = nearest.kind !== "expected" && nearest.kind !== "refunded" && nearest.kind !== "ordered";
  if (isOfParcel && isOfOtherThing(text, Math.min(from, nearest.from), Math.max(to, nearest.to), words, isKnown))
    return null;
  // "The refund was made on 16 November": it is the refund that was made.
  if (nearest.kind === "ordered" && has(words.amounts.refund, clause.text)) return "refunded";
  if (nearest.kind === "ordered" && has(ofStore, text)) return null;
  // "Your order of 10 December was delivered": right before a day it says which order.
  if (nearest.kind === "ordered" && nearest.to === from - 1) return "ordered";
  return second && second.kind !== nearest.kind && second.distance - nearest.distance < 6 ? null : nearest.kind;
}

const orderFrom =
  /(?<!\p{L})(?:order|\p{L}*bestellung|auftrag|commande|pedido|ordine|bestelling|zamówieni\p{L}+|encomenda)(?: (?:nr|no|n)\.?)?(?: ?[#№n°º.]*[\w/.-]*\d[\w/-]*)? ?(?:from|of|dated|vom|du|del?|del giorno|van|z|z dnia|do dia) (?:the |el |día |le )?$/iu;
const aParcel =
  /(?<!\p{L})(?:parcels?|packages?|orders?|shipments?|box|items?|\p{L}*pakete?s?|päckchen|sendung(?:en)?|bestellung(?:en)?|lieferung|ware|colis|commandes?|paquets?|articles?|coffret|paquetes?|pedidos?|cajas?|artículos?|pacc(?:o|hi)|ordin[ei]|articol[oi]|merce|spedizione|pakket(?:ten)?|bestelling(?:en)?|zending|doos|paczk\p{L}+|przesyłk\p{L}+|zamówieni\p{L}+|encomendas?|pacotes?)(?!\p{L})|荷物|商品/giu;

// To the carrier by the store, or by the carrier to the customer.
const handedOver =
  /(?<!\p{L})(?:handed over|übergeben|remise?s?|overhandigd|overgedragen|afgegeven|entregad[oa]s?|consegnat[oaie]|ritirat[oaie]|przekaza\p{L}+|odebra\p{L}+|collected|picked up|opgehaald|abgeholt|abgegeben)(?!\p{L})|お渡し|引き渡/giu;

/** The words for what was on a day, and the phrases that say that it was done. */
function wordsFor({ days, statuses }: Words, kind: DateKind, { isSpoken }: WrittenDate): readonly RegExp[] {
  // "Today it is on its way" tells no day on which it was shipped.
  const isLasting = kind === "shipped" && isSpoken;
  return kind === "ordered" || kind === "expected" || isLasting ? [days[kind]] : [days[kind], statuses[kind]];
}

// What the store orders itself.
const ofStore =
  /(?<!\p{L})(?:suppliers?|manufacturer|lieferant\p{L}*|hersteller\p{L}*|fournisseurs?|fabricant|proveedor\p{L}*|fornitor[ei]|leverancier|dostawc\p{L}+|producent\p{L}*|fornecedor\p{L}*)(?!\p{L})|メーカー|仕入/giu;
// "We called on 12 November and it was shipped": another sentence, as it were.
const joins = /(?<!\p{L})(?:and|but|und|aber|et|mais|y|pero|e|ed|ma|en|maar|i|oraz|ale|mas)(?!\p{L})/iu;
// "On 7 November DHL delivered": an auxiliary right behind the day has its verb at the end.
const begins = /^,? (?:heeft|hebben|hebt|heb|is|zijn|werd|werden|hat|haben|habe|ist|sind|wurde|wurden)(?!\p{L})/iu;
const bounded =
  /^ ?(?:at the latest|or (?:earlier|later|before)|spätestens|au plus tard|a más tardar|al più tardi|uiterlijk|najpóźniej|o mais tardar|以降|以前|まで)/iu;

// "by 12 November", "until", "since", "between": no day on which it was.
function isBound(before: string, language: Language | null): boolean {
  // "Na quarta-feira" is on Wednesday.
  if (language === "pt" && /(?<!\p{L})(?:na|do|no) $/iu.test(before)) return false;
  return (
    /(?<!\p{L})(?:by|until|till|before|after|since|between|and|from|to|latest|bis|ab|seit|vor|nach|zwischen|und|avant|après|jusqu'au|depuis|entre|et|antes del?|hasta el|desde el|y el|entro(?: il)?|fino al|dal|prima del|voor|tot|vanaf|na|sinds|do|od|po|przed|até|desde|~|-) ?(?:the |dem |le |el |il )?$/iu.test(
      before,
    ) && !/(?:order|bestellung|commande|pedido|ordine|bestelling|zamówienie|encomenda) (?:from|vom) ?$/iu.test(before)
  );
}

function isNear({ year, month, day }: Day, { at, offset }: PlacedDate): boolean {
  return offset.some((hours) => {
    const there = new Date(new Date(at).getTime() + hours * 3_600_000);
    return (
      (year === null || year === there.getUTCFullYear()) &&
      month === there.getUTCMonth() + 1 &&
      day === there.getUTCDate()
    );
  });
}
