import { recogniseLanguage, wordsOf } from "./languages/recognise-language.ts";
import type { Language, Words } from "./languages/words.ts";

/** A sentence of a reply, and where it begins. */
export interface Sentence {
  text: string;
  start: number;
}

/** A reply as the check reads it. Its text has the length of what was written, so that places in it are places there. */
export interface Reading {
  text: string;
  sentences: readonly Sentence[];
  language: Language | null;
  words: Words | null;
}

/** Longer texts are read up to here. */
const longestRead = 10_000;

/** Reads a reply's own words: its quotes and its signature are blank. */
export function readReply(written: string): Reading {
  const text = withoutQuotes(levelText(written.slice(0, longestRead)));
  const language = recogniseLanguage(text);
  const words = language === null ? null : wordsOf(language);
  const own = words === null ? text : withoutSignature(text, words);
  return { text: own, sentences: splitSentences(own, language), language, words };
}

/** Writes digits, blanks, dashes and full-width signs in one way, each in its place. */
export function levelText(text: string): string {
  return text
    .replace(/[^\S\n]/g, " ")
    .replace(/[\u2028\u2029]/g, "\n")
    .replace(/[\uff01-\uff5e]/g, (sign) => String.fromCharCode(sign.charCodeAt(0) - 0xfee0))
    .replace(/\uffe5/g, "¥")
    .replace(/[\u2018\u2019\u02bc]/g, "'")
    .replace(/[\u2010-\u2015\u2212]/g, "-")
    .replace(/[\u0660-\u0669\u06f0-\u06f9\u0966-\u096f]/g, (digit) => String(digit.charCodeAt(0) & 0xf).slice(-1));
}

const blank = (text: string): string => text.replace(/[^\n]/g, " ");

// "On Monday, Ann wrote:", "Am 12.11. schrieb Ann:", and lines of dashes, behind which all is quoted.
const quoteHead =
  /^(?:-{3,} ?(?:original message|ursprüngliche nachricht|forwarded message|message d'origine|mensaje original|messaggio originale|oorspronkelijk bericht|wiadomość oryginalna) ?-{3,}|(?:on|am|le|el|il|op|w dniu|em) .{4,120}(?:wrote|schrieb|a écrit|escribió|ha scritto|schreef|napisał\(?a?\)?|escreveu).{0,80}:) *$/imu;

function withoutQuotes(text: string): string {
  const own = text.replace(/^ *>.*$/gm, blank);
  const at = own.search(quoteHead);
  return at < 0 ? own : own.slice(0, at) + blank(own.slice(at));
}

const longestSignature = { lines: 8, characters: 60 };

// The few short lines behind a closing phrase, or those behind "-- ".
function withoutSignature(text: string, { closing }: Words): string {
  const mark = text.search(/^-- *$/m);
  const body = mark < 0 ? text : text.slice(0, mark) + blank(text.slice(mark));
  const lines = body.split("\n");
  const last = lines.findLastIndex(
    (line) => line.trim().length < longestSignature.characters && closing.test(line.trim()),
  );
  if (last < 1) return body;
  const after = lines.slice(last + 1).filter((line) => line.trim() !== "");
  const isSignature = after.every((line) => line.trim().length <= longestSignature.characters);
  if (after.length > longestSignature.lines || !isSignature) return body;
  return [...lines.slice(0, last + 1), ...lines.slice(last + 1).map(blank)].join("\n");
}

const shortened =
  "\\p{L}|nr|no|nº|num|núm|ca|ggf|bzw|inkl|zzgl|mr|mrs|ms|dr|st|sr|sra|sig|dhr|mevr|mme|art|approx|incl|excl|tel|vs|ok|ul";
// A point ends a sentence, unless it stands in a number, a date ("12. November") or behind a short word ("Nr.").
const sentenceEnd = new RegExp(
  `[!?。！？;]+|(?=¿)|(?<!(?<![\\d.,])\\d{1,2})(?<!\\d{1,2}\\.\\d{1,2}(?=\\. \\p{Ll}))(?<!(?<!\\p{L})(?:${shortened}))\\.(?=\\s|$)|\\n`,
  "giu",
);
const wrapped = 60;

// "Before the 24. We shall": in German a point and a capital may follow a day.
const endBehindDay = /(?<=(?<![\d.,])\d{1,2})\.(?= \p{Lu})/gu;

function splitSentences(text: string, language: Language | null): Sentence[] {
  const behindDays = language === "de" || language === null ? [] : text.matchAll(endBehindDay);
  const ends = [...text.matchAll(sentenceEnd), ...behindDays].sort((one, other) => one.index - other.index);
  const sentences: Sentence[] = [];
  let start = 0;
  const add = (end: number, next: number) => {
    if (text.slice(start, end).trim() !== "") sentences.push({ text: text.slice(start, end), start });
    start = next;
  };
  for (const { 0: sign, index } of ends) {
    if (sign === "\n" && isWrapped(text, index)) continue;
    add(sign === "\n" ? index : index + sign.length, index + sign.length);
  }
  add(text.length, text.length);
  return sentences;
}

// A long line that goes on in the next one.
function isWrapped(text: string, lineEnd: number): boolean {
  const begin = text.lastIndexOf("\n", lineEnd - 1) + 1;
  return lineEnd - begin >= wrapped && /^[\p{Ll}\d(]/u.test(text.slice(lineEnd + 1, lineEnd + 3));
}

export interface Place {
  start: number;
  end: number;
}

/** Rules ask the same sentences for the same words, and while one types most sentences stay as they are. */
function remembering<Answer>(
  find: (pattern: RegExp, text: string) => Answer,
): (pattern: RegExp, text: string) => Answer {
  const found = new WeakMap<RegExp, Map<string, Answer>>();
  return (pattern, text) => {
    let answers = found.get(pattern);
    if (answers === undefined || answers.size >= mostRemembered) {
      answers = new Map();
      found.set(pattern, answers);
    }
    const known = answers.get(text);
    if (known !== undefined) return known;
    const answer = find(pattern, text);
    answers.set(text, answer);
    return answer;
  };
}

const mostRemembered = 200;

/** Returns where a pattern with the flag "g" is found in a text. */
export const placesOf = remembering((pattern, text): readonly Place[] => {
  const places: Place[] = [];
  pattern.lastIndex = 0;
  for (let found = pattern.exec(text); found !== null; found = pattern.exec(text)) {
    places.push({ start: found.index, end: found.index + found[0].length });
    if (found[0] === "") pattern.lastIndex += 1;
  }
  return places;
});

export const has = remembering((pattern, text): boolean => {
  pattern.lastIndex = 0;
  const found = pattern.test(text);
  pattern.lastIndex = 0;
  return found;
});

/** The part of a sentence between commas, colons, brackets and dashes around a place; commas in numbers do not count. */
export function clauseAround(sentence: string, start: number, end: number): { text: string; start: number } {
  const borders = /,(?!\d)|(?<!\d),|[:()、]| - |—/g;
  let from = 0;
  let to = sentence.length;
  for (const { 0: sign, index } of sentence.matchAll(borders)) {
    if (index + sign.length <= start) from = index + sign.length;
    else if (index >= end) {
      to = index;
      break;
    }
  }
  return { text: sentence.slice(from, to), start: from };
}

/** A sentence up to the end of the clause in which something stands: what follows is said of other things. */
export function upToClause(sentence: string, start: number, end: number): string {
  const clause = clauseAround(sentence, start, end);
  return sentence.slice(0, clause.start + clause.text.length);
}

// "Good news: it was delivered" tells of no message, and of nothing new.
const goodNews =
  /(?<!\p{L})(?:(?:good|great|happy) news|(?:gute|schöne|tolle|erfreuliche) nachricht(?:en)?|(?:bonne|bonnes|excellente) nouvelles?|(?:buenas?|excelentes?) noticias?|(?:buon[ae]|ottim[ae]|belle) (?:notizi[ae]|nuove)|(?:goed|mooi|leuk) (?:nieuws|bericht)|dobr[aąe] (?:wiadomoś[ćc]\p{L}*|wieś\p{L}*)|(?:boas?|ótimas?) notícias?)(?!\p{L})/giu;

// Carriers that are called as letters are.
const correos = /(?<!\p{L})(?:Correos(?: Express)?|Royal Mail|US Mail|Global Mail|Mail Boxes Etc)(?!\p{L})/gu;
// "It went with the rest": it did itself.
const withRest =
  /(?<!\p{L})(?:with|mit|avec|con|met|z|com) (?:the |dem |le |el |il |lo |de |o )?(?:rest|reste|resto|resten|resztą)(?!\p{L})/giu;

// "Both parcels", "your two orders", "the first parcel": the customer's own, and no others'.
const ownParcels =
  /(?<!\p{L})(?:both|all|the two|two|your|all your|both your|first|(?:alle |die )?beiden?|alle|zwei|ihre|deine|eure|erste[nrs]?|les deux|vos|tes|tous les|toutes les|premi(?:er|ère)|los dos|las dos|amb[oa]s|tus|sus|vuestr[oa]s|todos los|primer|i due|tutti e due i|entrambi i?|i suoi|i tuoi|prim[oa]|beide|allebei de|alle|je|uw|jullie|eerste|oba|obie|obydwa|obydwie|pana|pani|twoje|wszystkie|pierwsz[aąy]|as duas|os dois|ambas as|suas|tuas|primeir[oa]) (?:\p{L}{1,9} )?(?:orders|parcels|packages|(?:first )?(?:parcel|package)|bestellungen|pakete|sendungen|paket|commandes|colis|pedidos|paquetes|paquete|ordini|pacchi|pacco|bestellingen|pakketten|pakket|paczki|paczkę|paczka|przesyłki|zamówienia|encomendas|pacotes)(?!\p{L})/giu;
// "Left us", as it is said in German of what goes out as of what comes back.
const leftUs =
  /(?<!\p{L})bei uns (?=(?:\p{L}+ )?(?:ab|raus|los|weg|heraus|hinaus)(?:gegangen|geschickt|geholt)|vom hof|aus dem haus|versandt|verschickt|mitgenommen|eingesammelt|übernommen|verladen)/giu;

// "It was posted on 10 March and is still with Royal Mail": another claim.
const another = / (?:and|but|und|aber|et|mais|y|pero|ed?|ma|en|maar|i|oraz|ale|mas)(?!\p{L})/iu;
// "Your second order, 20902": one that is known.
export const ordinals =
  /(?<!\p{L})(?:first|second|third|other|last|previous|earlier|next|new(?:est)?|erste[nrs]?|zweite[nrs]?|dritte[nrs]?|andere[nrs]?|letzte[nrs]?|neue[nrs]?|premi(?:er|ère)|deuxième|seconde?|troisième|autre|dernière?|nouvelle|primer[oa]?|segund[oa]|tercer[oa]?|otr[oa]|últim[oa]|nuev[oa]|prim[oa]|second[oa]|terz[oa]|altr[oa]|ultim[oa]|nuov[oa]|eerste|tweede|derde|andere|laatste|nieuwe|pierwsz[aey]\p{L}{0,2}|drug[aią]\p{L}{0,3}|trzeci\p{L}{0,2}|inn[aey]|ostatni[aem]?|now[aey]|primeir[oa]|outr[oa])(?!\p{L})/giu;

/** Whether a claim at a place may be about something else than the order. */
export function isOfOtherThing(
  sentence: string,
  start: number,
  end: number,
  words: Words,
  /** Whether a number or a carrier says which it is. */
  isKnown = false,
): boolean {
  const text = [...(isKnown ? [ordinals] : []), goodNews, correos, withRest, ownParcels, leftUs].reduce(
    (left, pattern) => left.replace(pattern, ""),
    `${sentence.slice(0, end)}${upToClause(sentence, start, end).slice(end).split(another)[0] ?? ""}`,
  );
  return has(words.otherThing, text);
}

// "It is still in transit, could it be another one?": what is asked begins behind the comma.
const asksBehind =
  /[,;:-] ?(?:(?:and|but|so|und|aber|et|mais|y|pero|e|ma|en|maar|i|ale) )?(?:could|can|would|will|did|do|does|is|are|was|have|has|may|shall|should|what|when|which|how|who|kann|können|könnten?|hat|haben|ist|sind|war|soll|sollen|möchten|wollen|was|wann|wie|wer|est-ce|peut|pouvez|pourriez|avez|serait|souhaitez|voulez|que|quand|comment|qui|puede|podría|quiere|lo|ha|han|es|qué|cuándo|cómo|quién|può|potrebbe|vuole|hai|che cosa|quando|come|chi|kan|kun|kunt|heb|hebt|heeft|wil|wilt|zou|wat|wanneer|hoe|wie|czy|może|mogą|kiedy|jak|kto|pode|poderia|quer)(?!\p{L})[^,;:]*[?？]\s*$/iu;

/** Whether a place of a sentence is within a question. */
export function isAsked(sentence: string, end: number): boolean {
  if (/か[。.]?\s*$/.test(sentence)) return true;
  if (!/[?？]\s*$/.test(sentence)) return false;
  const begins = asksBehind.exec(sentence)?.index ?? -1;
  return begins < end;
}

// "Then you have 50 back": what follows from a condition before.
const consequence =
  /^\s*(?:(?:and|so|und|et|y|e|en|i) )?(?:then|dann|in dem fall|in diesem fall|alors|dans ce cas|entonces|en ese caso|en tal caso|allora|in tal caso|in questo caso|dan|in dat geval|wtedy|wówczas|w takim (?:razie|przypadku)|então|nesse caso|in that case)(?!\p{L})/iu;

// "It was shipped and should be there soon": what is joined is another claim.
const joined = / (?:und|aber|oder|sowie|denn|en|maar|want|i|oraz|ale|lecz|więc)(?!\p{L})/iu;

/** Whether something in a sentence is no claim: asked, conditional, denied, to come, or somebody else's word. */
export function isHedged(sentence: string, start: number, end: number, words: Words): boolean {
  // "届きましたら": when it has arrived.
  if (isAsked(sentence, end) || /^(?:ら|なら|場合|際)/u.test(sentence.slice(end))) return true;
  return isHedgedBeside(sentence.replace(reported, blank), start, end, words);
}

// "SEUR tells us that": what a carrier says is no doubt.
const reported =
  /(?<!\p{L})(?!(?:Lei|Usted|Ud|Vd|Pani|Pan|Państwo|You|Sie|Vous)(?!\p{L}))(?:\p{Lu}[\p{L}-]+|transportista|seguimiento|mensajería|corriere|tracciamento|kurier|system|śledzenie|transporteur|suivi|rastreio|rastreamento|sistema|transportadora|rastreo|portal|tracking|système|sito) (?:nos |me |ci |mi |nam |mi )?(?:dicen?|indican?|comunican?|informan?|scrive|segnala|pisze|podaje|informuje|écrit|indique|signale|dit|schreibt|sagt|meldet|schrijft|zegt|meldt)(?: que| che| że| dass| dat)?(?!\p{L})/gu;

// "When it comes to the lamp", "jeśli chodzi o": no condition.
const regarding =
  /(?<!\p{L})(?:when it comes to|as for|wenn es um|was [^,.]{1,40} (?:betrifft|angeht)|en ce qui concerne|quant (?:à|au|aux)|en cuanto a|por lo que respecta a|quando si tratta di|se parliamo di|als het (?:gaat )?om|je[śż]eli chodzi o|jeśli chodzi o|jeśli idzie o|quando se trata de|se falarmos de|no que diz respeito)(?!\p{L})/giu;

function isHedgedBeside(sentence: string, start: number, end: number, words: Words): boolean {
  const clause = clauseAround(sentence, start, end);
  const beforeIt = sentence.slice(0, start).replace(regarding, blank);
  if (consequence.test(clause.text) || has(words.condition, beforeIt)) return true;
  const before = sentence.slice(clause.start, start);
  // "but" begins anew, and so does "I can confirm that".
  const anew = placesOf(
    /(?<!\p{L})(?:confirm|confirmed|see|tell|inform|know|say|report|mitteilen|sagen|sehen|informer|dire|voir|informar(?:le|te)?|decir(?:le|te)?|ver|informarla|informarti|dirle|vedere|melden|zeggen|zien|poinformować|widzę|confirmer|confirmar(?:le|te)?|confermar(?:e|le|ti|vi)|bestätigen|bevestigen|potwierdzić|but|because|so|aber|sondern|mais|pero|sino|ma|maar|ale|mas)(?!\p{L})/giu,
    before,
  ).at(-1);
  if (has(words.hedge, before.slice(anew?.start ?? 0))) return true;
  const [behind = ""] = clause.text.slice(end - clause.start).split(joined);
  return words.hedgesBackwards && has(words.hedge, behind);
}
