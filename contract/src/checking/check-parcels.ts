import { carrierOf, carriers, type NamedCarrier } from "../mentions/carriers.ts";
import { placesOfParcelNumbers } from "../mentions/find-parcel-numbers.ts";
import { claimsIn, isOn, parcelOfDays, placed } from "./check-dates.ts";
import type { Context } from "./context.ts";
import type { CheckedParcel as Parcel } from "./facts.ts";
import type { Finding } from "./finding.ts";
import type { Words } from "./languages/words.ts";
import { differences } from "./likeness.ts";
import { bareNumber as bare, type OwnParcel, parcelsNumbered, parcelsOf } from "./parcels-meant.ts";
import { has, isHedged, isOfOtherThing, ordinals, placesOf, type Sentence, upToClause } from "./read-reply.ts";

// What comes back, or goes a second time, has a number that is not known yet.
const another =
  /(?<!\p{L})(?:returns?|return label|replacements?|exchange|r[üu]ck\p{L}*|retour\p{L}*|ersatz\p{L}*|remplacement|renvoi|étiquette|devoluci\p{L}+|reemplazo|etiqueta|reso|sostitu\p{L}+|etichetta|vervang\p{L}+|zwrot\p{L}*|wymian\p{L}+|etykiet\p{L}+|substitu\p{L}+|devolu\p{L}+)(?!\p{L})|返品|返送|交換|代替/giu;

/** Finds numbers of parcels and links to them that are none of the customer's. */
export function checkTracking(context: Context): Finding[] {
  const { reading, facts } = context;
  const parcels = facts.orders.flatMap((order) => order.parcels);
  const known = [...new Set(parcels.flatMap(({ number }) => (number === null ? [] : [bare(number)])))];
  if (known.length === 0) return [];
  const links = linksIn(reading.text);
  const isInLink = (start: number) => links.some((link) => start >= link.start && start < link.end);
  const numbers = [...placesOfParcelNumbers(reading.text), ...dottedIn(reading.text)].filter(
    ({ start }) => !isInLink(start),
  );
  return [
    ...numbers.flatMap(
      (found) => checkNumber(context, found, parcels, known, new Set(numbers.map(({ number }) => number)).size) ?? [],
    ),
    ...links.flatMap((link) => checkLink(context, link, parcels, known) ?? []),
  ];
}

// "99.34.128765.40217733", as the Swiss post writes them: it counts where a parcel has nearly that.
function dottedIn(text: string): FoundNumber[] {
  return [...text.matchAll(/(?<![A-Z0-9./])[A-Z0-9]{1,12}(?:[./][A-Z0-9]{1,12}){1,5}(?![A-Z0-9/])/gi)]
    .map(({ 0: written, index }) => ({
      number: bare(written),
      start: index,
      end: index + written.length,
      isSure: false,
    }))
    .filter(({ number }) => number.length >= 10 && /\d{6}/.test(number));
}

type FoundNumber = ReturnType<typeof placesOfParcelNumbers>[number];

function checkNumber(
  context: Context,
  found: FoundNumber,
  parcels: readonly Parcel[],
  known: readonly string[],
  /** How many the reply has. */
  numbers: number,
): Finding | null {
  const { reading, ours, theirs, facts } = context;
  const { number, isSure, start, end } = found;
  if (known.includes(number)) {
    return (
      ofOtherOrder(context, found, parcels) ?? ofOtherCarrier(context, found) ?? ofOtherEvents(context, found, numbers)
    );
  }
  if (ours.parcels.has(number) || theirs.parcels.has(number)) return null;
  if (facts.orders.some((order) => bare(order.name) === number)) return null;
  const alike = known.filter((other) => isNearly(number, other));
  const sentence = sentenceAt(reading.sentences, start);
  if (alike.length === 0 && (!isSure || !sentence || has(another, sentence.text))) return null;
  const written = reading.text.slice(start, end);
  const right = alike.length === 1 ? alike[0] : known.length === 1 ? known[0] : undefined;
  const stored = parcels.find((parcel) => parcel.number !== null && bare(parcel.number) === right)?.number ?? null;
  return {
    kind: "tracking",
    start,
    end,
    written,
    right: stored,
    canReplace: stored !== null,
    says: `You write ${written}; the tracking number is ${stored ?? known.slice(0, 3).join(" or ")}`,
  };
}

/** The number of another order's parcel than of the one that the sentence names. */
function ofOtherOrder(
  { reading, namedAt }: Context,
  { number, start, end }: Pick<FoundNumber, "number" | "start" | "end">,
  parcels: readonly Parcel[],
): Finding | null {
  const sentence = sentenceAt(reading.sentences, start);
  const [order, other] = sentence
    ? ([sentence, beforeOnLine(reading, sentence)]
        .flatMap((one) => (one ? [namedAt(one)] : []))
        .find(({ length }) => length > 0) ?? [])
    : [];
  if (order === undefined || other !== undefined || parcels.length < 2) return null;
  const own = order.parcels.flatMap((parcel) => parcel.number ?? []);
  if (own.length === 0 || own.some((one) => number.includes(bare(one)))) return null;
  const written = reading.text.slice(start, end);
  const right = own.length === 1 ? (own[0] ?? null) : null;
  const says = `You write ${written}; the tracking number of ${order.name} is ${own.slice(0, 3).join(" or ")}`;
  const isLink = written.startsWith("http");
  return { kind: "tracking", start, end, written, right, canReplace: right !== null && !isLink, says };
}

/** "With GLS, number …", where that is the number of another carrier's parcel. */
function ofOtherCarrier(context: Context, { number, start, end }: FoundNumber): Finding | null {
  const { reading, facts, namedAt } = context;
  const sentence = sentenceAt(reading.sentences, start);
  if (!sentence) return null;
  const named = namedAt(sentence);
  const all = parcelsOf(named.length > 0 ? named : facts.orders);
  const carrier = carrierBeside(context, sentence);
  const own = all.filter(({ parcel }) => parcel.number !== null && bare(parcel.number) === number);
  const meant = all.filter((one) => one.carrier !== null && one.carrier.name === carrier?.carrier.name);
  if (own.length === 0 || meant.length === 0 || own.some((one) => one.carrier === null || meant.includes(one)))
    return null;
  const numbers = meant.flatMap(({ parcel }) => parcel.number ?? []);
  const right = numbers.length === 1 ? (numbers[0] ?? null) : null;
  const written = reading.text.slice(start, end);
  const says = `You write ${written}; the number of ${carrier?.carrier.name} is ${numbers.slice(0, 3).join(" or ")}`;
  return numbers.length === 0
    ? null
    : { kind: "tracking", start, end, written, right, canReplace: right !== null, says };
}

/** "They left on Friday: 9960…", where that is the number of a parcel that left on Monday. */
function ofOtherEvents(context: Context, { number, start, end }: FoundNumber, count: number): Finding | null {
  const { reading, facts, namedAt } = context;
  const { words } = reading;
  const sentence = sentenceAt(reading.sentences, start);
  if (!sentence || words === null) return null;
  const named = namedAt(sentence);
  const all = parcelsOf(named.length > 0 ? named : facts.orders);
  const isOwn = ({ parcel }: OwnParcel) => parcel.number !== null && bare(parcel.number) === number;
  const own = all.filter(isOwn);
  const told = [sentence, ...(count === 1 ? besideOf(context, sentence) : [])].find((one) =>
    tells(context, words, one),
  );
  if (!told || own.length === 0 || own.some((one) => !isContradicted(context, words, told, one))) return null;
  const meant = all.filter((one) => !isOwn(one) && fitsAll(context, words, told, one));
  const numbers = [...new Set(meant.flatMap(({ parcel }) => parcel.number ?? []))];
  const [right, another] = numbers;
  if (right === undefined) return null;
  const written = reading.text.slice(start, end);
  const says = `You write ${written}; what you say is of ${numbers.slice(0, 3).join(" or ")}`;
  const isOne = another === undefined;
  return { kind: "tracking", start, end, written, right: isOne ? right : null, canReplace: isOne, says };
}

/** The sentences beside one, where no more than one of both names a product, and none tells one parcel from another. */
function besideOf({ reading, productsIn }: Context, sentence: Sentence): Sentence[] {
  const at = reading.sentences.indexOf(sentence);
  const isNamed = productsIn(sentence.text).length > 0;
  return [reading.sentences[at - 1], reading.sentences[at + 1]].flatMap((one) => {
    if (!one || has(ordinals, one.text) || has(ordinals, sentence.text)) return [];
    return isNamed && productsIn(one.text).length > 0 ? [] : [one];
  });
}

/** The states that a sentence says a parcel is in. */
function statesIn(words: Words, { text }: Sentence): boolean[] {
  return (["delivered", "underway"] as const).flatMap((status) =>
    placesOf(words.statuses[status], text)
      .filter(({ start, end }) => !isHedged(text, start, end, words) && !has(words.hedge, text.slice(start, end)))
      .filter(({ start, end }) => !isOfOtherThing(text, start, end, words))
      .map(() => status === "delivered"),
  );
}

const daysIn = (context: Context, sentence: Sentence) =>
  claimsIn(context, sentence).filter(({ kind }) => kind === "shipped" || kind === "delivered");

const tells = (context: Context, words: Words, sentence: Sentence): boolean =>
  daysIn(context, sentence).length > 0 || statesIn(words, sentence).length > 0;

function isContradicted(context: Context, words: Words, sentence: Sentence, { parcel, order }: OwnParcel): boolean {
  const dates = placed(parcel.dates, order);
  const isOtherDay = daysIn(context, sentence).some(({ date, kind }) => {
    const ofKind = dates.filter((one) => one.kind === kind);
    return ofKind.length > 0 && !ofKind.some((one) => isOn(date, one));
  });
  return isOtherDay || statesIn(words, sentence).some((isDelivered) => parcel.isDelivered === !isDelivered);
}

function fitsAll(context: Context, words: Words, sentence: Sentence, { parcel, order }: OwnParcel): boolean {
  const dates = placed(parcel.dates, order);
  return (
    daysIn(context, sentence).every(({ date, kind }) => dates.some((one) => one.kind === kind && isOn(date, one))) &&
    statesIn(words, sentence).every((isDelivered) => parcel.isDelivered === isDelivered)
  );
}

/** The only carrier that a sentence names, else the only one that the reply does. */
function carrierBeside({ reading, carriersAt }: Context, sentence: Sentence): NamedCarrier | null {
  const only = (named: readonly NamedCarrier[]) =>
    new Set(named.map(({ carrier }) => carrier.name)).size === 1 ? (named[0] ?? null) : null;
  const here = carriersAt(sentence);
  return here.length > 0 ? only(here) : only(reading.sentences.flatMap(carriersAt));
}

const fewWords = 7;

/** The sentence before one that tells hardly more than the number, where both stand on one line. */
function beforeOnLine({ text, sentences }: Context["reading"], sentence: Sentence): Sentence | null {
  const last = sentences[sentences.indexOf(sentence) - 1];
  if (!last || (sentence.text.match(/\p{L}{2,}/gu) ?? []).length > fewWords) return null;
  return text.slice(last.start + last.text.length - 1, sentence.start + 1).includes("\n") ? null : last;
}

// A slip or two in a number that is long enough for it to be no other one.
function isNearly(number: string, known: string): boolean {
  return known.length >= 8 && differences(number, known) <= (known.length >= 11 ? 3 : 2);
}

interface Link {
  start: number;
  end: number;
  url: string;
}

function linksIn(text: string): Link[] {
  return [...text.matchAll(/https?:\/\/[^\s<>"'）)」]{1,2000}/gi)].map(({ 0: found, index }) => {
    const url = found.replace(/[.,;:!?。、]+$/, "");
    return { start: index, end: index + url.length, url };
  });
}

const hostOf = (url: string): string | null => {
  const [, host] = /^https?:\/\/(?:www\.)?([^/:?#]+)/i.exec(url) ?? [];
  return host?.toLowerCase() ?? null;
};

function checkLink(
  context: Context,
  { start, end, url }: Link,
  parcels: readonly Parcel[],
  known: readonly string[],
): Finding | null {
  const { reading, facts, ours } = context;
  const urls = parcels.flatMap((parcel) => parcel.url ?? []);
  if (urls.includes(url)) return ofOtherOrder(context, { number: bare(url), start, end }, parcels);
  if (urls.length === 0 || ours.text.includes(url)) return null;
  const sentence = sentenceAt(reading.sentences, start);
  if (sentence && has(another, sentence.text)) return null;
  const inside = bare(url);
  const named = parcels.filter(({ number }) => number !== null && inside.includes(bare(number)));
  const isOfKnownHost = urls.some((one) => hostOf(one) === hostOf(url));
  const carrier = carriers.find(({ hosts }) => hosts.test(hostOf(url) ?? ""));
  const own = facts.orders.flatMap((order) => order.parcels.map((parcel) => carrierOf(parcel.carrier ?? "")));
  // The right number on the page of a carrier that has no parcel of it.
  const isOtherCarrier =
    carrier !== undefined && own.length > 0 && own.every((one) => one !== null && one.name !== carrier.name);
  if (named.length > 0 && !isOtherCarrier) return null;
  const isWrongNumber = (isOfKnownHost || carrier !== undefined) && /\d{6}/.test(url) && named.length === 0;
  if (!isWrongNumber && !(isOtherCarrier && named.length > 0)) return null;
  // Without a known number in it, it may be any page of the store.
  if (isWrongNumber && !known.some((number) => hasNearly(inside, number)) && carrier === undefined) return null;
  const [only, other] = [...new Set(urls)];
  const right = other === undefined ? (only ?? null) : null;
  const written = reading.text.slice(start, end);
  const says = `This link leads to another parcel; ${right === null ? "the parcels have other links" : `the link is ${right}`}`;
  return { kind: "tracking", start, end, written, right, canReplace: right !== null, says };
}

// Each piece of the link that is as long as the number is compared with it.
function hasNearly(inside: string, number: string): boolean {
  for (let at = 0; at + number.length <= Math.min(inside.length, 400); at += 1) {
    if (differences(inside.slice(at, at + number.length), number) <= 3) return true;
  }
  return false;
}

/** Finds carriers that an order did not go with. */
export function checkCarriers(context: Context): Finding[] {
  const { words, sentences } = context.reading;
  return words === null ? [] : sentences.flatMap((sentence) => checkCarrier(context, words, sentence) ?? []);
}

function checkCarrier(context: Context, words: Words, sentence: Sentence): Finding | null {
  const { reading, theirs, ours, carriersAt } = context;
  // "By Seino, not by Japan Post": the denied one is not claimed.
  const [first, second] = carriersAt(sentence).filter(({ start, end }) => !isDenied(sentence.text, start, end));
  if (!first || second) return null;
  const { parcels, tie } = parcelsBeside(context, sentence);
  const known = parcels.flatMap(({ carrier }) => carrier ?? []);
  if (known.length === 0 || known.length < parcels.length) return null;
  if (known.some(({ name }) => name === first.carrier.name)) return null;
  const { shipped, delivered, underway } = words.statuses;
  const isOfParcel = [aboutParcels, shipped, delivered, underway].some((pattern) => has(pattern, sentence.text));
  if (!isOfParcel && tie !== "number") return null;
  // "Delivered by DHL, so the 30 days of your return run" tells of the parcel that went out.
  if (has(another, upToClause(sentence.text, first.start, first.end)) || has(otherCarrier, sentence.text)) return null;
  if (isHedged(sentence.text, first.start, first.end, words)) return null;
  if (tie !== "number" && has(words.offer, sentence.text)) return null;
  // Where the right one is named as well, the other is of another parcel, and what was said before may be so.
  const isNamedToo = known.some(({ written }) =>
    reading.sentences.some((other) => other !== sentence && has(written, other.text)),
  );
  const isSaidBefore = has(first.carrier.written, theirs.text) || has(first.carrier.written, ours.text);
  if (tie === null && (isNamedToo || isSaidBefore)) return null;
  if (tie === "order" && has(first.carrier.written, ours.text)) return null;
  const [start, end] = [sentence.start + first.start, sentence.start + first.end];
  // "I can send it by post": in small letters it is a word of the language.
  if (ordinary.test(reading.text.slice(start, end))) return null;
  // The part of a link or an address of a mail is no word.
  if (/[\w@/.-]$/.test(reading.text.slice(0, start)) || /^(?:[@/]|\.\w)/.test(reading.text.slice(end))) return null;
  const written = reading.text.slice(start, end);
  const names = [...new Set(known.map(({ name }) => name))];
  const right = names.length === 1 ? (names[0] ?? null) : null;
  const says = `You write ${written}; the carrier is ${names.join(" or ")}`;
  return { kind: "carrier", start, end, written, right, canReplace: right !== null, says };
}

/** The parcels that a sentence with a carrier is about, and what ties them to it: a number or days beside it, or the order that it
 * names. */
function parcelsBeside(
  context: Context,
  sentence: Sentence,
): { parcels: readonly OwnParcel[]; tie: "number" | "order" | null } {
  const { reading, facts, namedAt } = context;
  const named = namedAt(sentence);
  const all = parcelsOf(facts.orders);
  const isAlone =
    carrierBeside(context, sentence) !== null && reading.sentences.every((other) => isOnly(context, other, sentence));
  const numbered = parcelsNumbered(all, isAlone ? reading.text : sentence.text);
  // A number of another order than the one that is named is a mistake of its own.
  const isOfNamed = named.length === 0 || numbered.some(({ order }) => named.includes(order));
  const ofDays = parcelOfDays(context, sentence, claimsIn(context, sentence));
  if (ofDays !== null) return { parcels: [ofDays], tie: "number" };
  const numbers = new Set(numbered.map(({ parcel }) => parcel.number));
  if (numbers.size === 1 && isOfNamed) return { parcels: numbered, tie: "number" };
  if (named.length > 0) return { parcels: parcelsOf(named), tie: named.length === 1 ? "order" : null };
  return { parcels: all, tie: null };
}

/** Whether another sentence names no carrier that this one does not. */
function isOnly({ carriersAt }: Context, other: Sentence, sentence: Sentence): boolean {
  const names = new Set(carriersAt(sentence).map(({ carrier }) => carrier.name));
  return carriersAt(other).every(({ carrier }) => names.has(carrier.name));
}

const isDenied = (text: string, start: number, end: number): boolean =>
  /^(?:ではなく|じゃなく|でなく)/u.test(text.slice(end)) || notBefore.test(text.slice(Math.max(0, start - 24), start));
const notBefore =
  /(?<!\p{L})(?:not|rather than|instead of|nicht|statt|pas|au lieu de|plutôt que|no|en lugar de|en vez de|non|invece di|niet|in plaats van|nie|zamiast|não|em vez de) (?:\p{L}{1,5} )?$/iu;

const ordinary = /^(?:la poste|correos|hermes|bring|estafeta|sending)$/u;

// "From Monday we send with another carrier"
const otherCarrier =
  /(?<!\p{L})(?:another|other|different|switch\p{L}*|chang(?:e|ed|ing)|instead|alternatively|in future|from now on|next time|anderen?|wechsel\p{L}*|stattdessen|künftig|alternativ|nächstes mal|autre|désormais|chang\p{L}+|plutôt|dorénavant|otr[oa]|cambi\p{L}+|en adelante|altr[oa]|d'ora in poi|invece|andere|overstappen|stappen|voortaan|overgestapt|inn\p{L}{1,3}|przechodzimy|zmieni\p{L}+|odtąd|outr[oa]|mud\p{L}+|a partir de)(?!\p{L})|別の|他の|変更|切り替え|今後/giu;

const aboutParcels =
  /(?<!\p{L})(?:delivers?|delivering|deliver|bringing|bring|picked|picks|has|have|carries|brings?|brought|driver|picked up|scan\p{L}*|depot|in transit|bringt|gebracht|liefert|hat|haben|fährt|zusteller|fahrer|unterwegs|abgegeben|abgeholt|von|bei|laut|livre|livrera|transporte|a livré|chez|livreur|selon|en route|lleva|llevan|reparto|trae|reparte|según|a cargo de|repartidor|camino|porta|consegna|corriere|secondo|presso|in viaggio|affidato|gaat|gaan|vervoerder|brengt|bezorgt|heeft|hebben|bracht|zette|komt|rijdt|ingeladen|onderweg|bezorger|volgens|bij|jedzie|dostarczy|dostarcza|wiezie|dowiezie|dowozi|doręcz\p{L}+|odebrał\p{L}*|według|kurierem|u kuriera|leva|traz|vai|vão|seguiu|segue|estafeta|parcel|package|order|shipment|shipped|dispatched|delivered|carrying|collected|returned|tracking|track|sent|went out|left|carrier|courier|depot|handed|with|via|by|\p{L}*paket\p{L}*|sendung\p{L}*|lieferung|bestellung|unterwegs|via|raus|versandt|versendet|verschickt|zugestellt|mit|per|übergeben|colis|commande|avec|parti\p{L}*|remis\p{L}*|expédié\p{L}*|livré\p{L}*|suivi|transporteur|par|confié\p{L}*|paquete|pedido|envi\p{L}+|entreg\p{L}+|salió|salieron|ha salido|seguimiento|transportista|con|por|pacco|ordine|partit\p{L}+|affidat\p{L}+|con|da|spedit\p{L}+|spedizione|consegnat\p{L}+|tracciamento|corriere|tramite|pakket|bestelling|verzonden|verstuurd|bezorgd|vertrokken|meegegeven|via|met|door|pacz\p{L}+|odesł\p{L}+|zwróci\p{L}+|dostarcz\p{L}+|przesyłk\p{L}+|zamówieni\p{L}+|nadan\p{L}+|nadaliśmy|wysłaliśmy|wysłan\p{L}+|kurier\p{L}*|przez|encomenda|envi\p{L}+|entreg\p{L}+|pela|pelos|com|transportadora)(?!\p{L})|荷物|発送|配送|配達|追跡|お届け|にて|便/giu;

function sentenceAt(sentences: readonly Sentence[], at: number): Sentence | undefined {
  return sentences.find(({ start, text }) => at >= start && at < start + text.length);
}
