import type { Context } from "./context.ts";
import type { CheckedOrder, KnownDate } from "./facts.ts";
import type { Finding } from "./finding.ts";
import type { DateKind, Words } from "./languages/words.ts";
import { type Day, readDates, type WrittenDate } from "./read-dates.ts";
import { clauseAround, has, isHedged, isOfOtherThing, placesOf, type Sentence } from "./read-reply.ts";

/** In characters: the word that says what was on a day stands near it. */
const furthest = 48;
/** How far a day may begin from Greenwich's, in hours. */
type Offset = readonly [least: number, most: number];
/** The day differs with the time zone of who reads the clock. */
const anywhere: Offset = [-10, 12];
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
  const { words, language, sentences, text } = context.reading;
  if (words === null || language === null) return [];
  const dates = readDates(text, language);
  const ours = context.ours.text === "" ? [] : readDates(context.ours.text, language).flatMap(({ days }) => days);
  return sentences.flatMap((sentence) => {
    const end = sentence.start + sentence.text.length;
    const named = context.namedAt(sentence);
    const known = (named.length > 0 ? named : context.ordersAt(sentence)).flatMap(datesOf);
    return dates
      .filter(({ start }) => start >= sentence.start && start < end)
      .flatMap((date) => checkDate(words, sentence, date, known, ours) ?? []);
  });
}

/** A date that is known, with how far from Greenwich the clocks may be that show it. */
type PlacedDate = KnownDate & { offset: Offset };

const datesOf = ({ dates, currency }: CheckedOrder): PlacedDate[] =>
  dates.map((date) => ({ ...date, offset: offsetOf(date, currency) }));

function checkDate(
  words: Words,
  sentence: Sentence,
  date: WrittenDate,
  known: readonly PlacedDate[],
  ours: readonly Day[],
): Finding | null {
  const kind = kindOf(words, sentence, date);
  if (kind === null) return null;
  const isHandedOver = kind === "shipped" && has(handedOver, sentence.text);
  const ofKind = known.filter((one) => one.kind === kind || (isHandedOver && one.kind === "delivered"));
  const isOn = (one: PlacedDate) => date.days.some((day) => isNear(day, one));
  if (ofKind.length === 0 || ofKind.some(isOn)) return null;
  if (ours.some((day) => date.days.some((one) => one.month === day.month && one.day === day.day))) return null;
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
    canReplace: another === undefined,
    says: `You write ${written}; ${says[kind]} ${put}`,
  };
}

/** What is claimed to have been on a day: by the nearest word of the clause, and no other that is as near. */
function kindOf(words: Words, { text, start }: Sentence, date: WrittenDate): DateKind | null {
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
      wordsFor(words, kind).flatMap((pattern) =>
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
  if (!nearest || isBound(text.slice(0, from)) || bounded.test(text.slice(to))) return null;
  // What is expected is to come; everything else has to have been.
  const isExpected = nearest.kind === "expected";
  if (isExpected ? /[?？]\s*$/.test(text) || has(words.condition, text) : isFuture || has(words.offer, clause.text))
    return null;
  const isOfParcel = nearest.kind !== "expected" && nearest.kind !== "refunded" && nearest.kind !== "ordered";
  if (isOfParcel && isOfOtherThing(text, Math.min(from, nearest.from), Math.max(to, nearest.to), words)) return null;
  // "The refund was made on 16 November": it is the refund that was made.
  if (nearest.kind === "ordered" && has(words.amounts.refund, clause.text)) return "refunded";
  if (nearest.kind === "ordered" && has(ofStore, text)) return null;
  // "Your order of 10 December was delivered": right before a day it says which order.
  if (nearest.kind === "ordered" && nearest.to === from - 1) return "ordered";
  return second && second.kind !== nearest.kind && second.distance - nearest.distance < 6 ? null : nearest.kind;
}

// To the carrier by the store, or by the carrier to the customer.
const handedOver =
  /(?<!\p{L})(?:handed over|übergeben|remise?s?|overhandigd|overgedragen|afgegeven|entregad[oa]s?|consegnat[oaie]|ritirat[oaie]|przekaza\p{L}+|odebra\p{L}+|collected|picked up|opgehaald|abgeholt|abgegeben)(?!\p{L})|お渡し|引き渡/giu;

/** The words for what was on a day, and the phrases that say that it was done. */
function wordsFor({ days, statuses }: Words, kind: DateKind): readonly RegExp[] {
  return kind === "ordered" || kind === "expected" ? [days[kind]] : [days[kind], statuses[kind]];
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
function isBound(before: string): boolean {
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
