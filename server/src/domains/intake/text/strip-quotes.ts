import { isArrowed, isDivider, isForwardMarker, isMailTitle } from "@deskhand/email/quote-markers";
import { findIntroductions, type Introduction } from "./find-introduction.ts";
import { htmlToLines, type MailLine } from "./html-to-lines.ts";

/**
 * A message's body as plain text or HTML, with its lines if they have been read. `isForward` says that the subject declares a forward,
 * which is kept whole.
 */
type QuoteInput = { kind: "text" | "html"; input: string; lines?: readonly MailLine[]; isForward?: boolean };

/** What was left out of a message: quoted history, what programs add below (a signature), or both. */
export type LeftOut = { history: boolean; signature: boolean };

/** The new text of a message, and what was left out, if anything. */
export type StrippedQuotes = { text: string; leftOut: LeftOut | null };

// Text beyond this is kept unchanged, so that work is bounded and no word is lost.
const maxLength = 2_000_000;

/**
 * Separates a writer's text from the mail that it quotes. A doubtful quote stays, as that is better than losing the customer's words.
 * The result is empty only if the input is.
 */
export function stripQuotedHistory({ kind, input, isForward = false, ...read }: QuoteInput): StrippedQuotes {
  const rest = input.slice(maxLength);
  const start = input.slice(0, maxLength);
  const lines = read.lines ?? (kind === "html" ? htmlToLines(start) : textToLines(start));
  const whole = joinLines(lines.map((line) => line.text)) + rest;
  if (isForward) return { text: whole, leftOut: null };
  const own = dropHistory(lines);
  const history = own.length < lines.length;
  const kept = joinLines(dropTail(own, history));
  const text = kept + rest;
  // Some people write their answer inside the marked quote.
  if (text.trim() === "" || text.length >= whole.length)
    return { text: text.trim() === "" ? whole : text, leftOut: null };
  return { text, leftOut: { history, signature: kept.length < joinLines(own).length } };
}

function textToLines(text: string): MailLine[] {
  const lines = text.split(/\r\n?|\n/);
  const initials = findInitials(lines);
  return lines.map((line) => {
    const isOfInitials = initials !== null && line.startsWith(initials);
    return {
      text: line,
      isQuoted: isOfInitials || (isQuoted(line) && !isArrowed(line)),
      mark: isOfInitials ? "history" : null,
    };
  });
}

const initialsMark = /^\p{Lu}\p{L}{0,3}>(?=\s|$)/u;

// Some programs put the writer's initials before each quoted line: "JS> Hello".
function findInitials(lines: string[]): string | null {
  const mark = initialsMark.exec(lines.find((line) => initialsMark.test(line)) ?? "")?.[0];
  return mark !== undefined && lines.filter((line) => line.startsWith(mark)).length > 1 ? mark : null;
}

// Most programs quote with "> " and a few with "| "; a bar at both ends belongs to a table.
function isQuoted(line: string): boolean {
  return /^\s{0,3}>/.test(line) || (/^\s?\|(?:\s|$)/.test(line) && !/\S\s*\|\s{0,9}$/.test(line.slice(-10)));
}

// Leaves out marked quotes below an introduction and keeps the text between them, which may be answers. Below an introduction whose
// history is not marked, everything is left out.
function dropHistory(lines: readonly MailLine[]): string[] {
  const kept: string[] = [];
  const introductions = findIntroductions(lines);
  let isInHistory = false;
  for (let index = 0; index < lines.length; ) {
    const line = lines[index];
    if (!line) break;
    if (isForwardMarker(line.text) && !isInHistory) return kept.concat(lines.slice(index).map((later) => later.text));
    if (line.isQuoted) {
      const end = findQuoteEnd(lines, index);
      const isTail = hasWords(kept) && skipBlank(lines, end) === lines.length && end - index >= leastTail;
      if (!isInHistory && (isTail || introducesItself(introductions, index, end))) {
        dropDividers(kept);
        isInHistory = true;
      }
      if (isInHistory) {
        index = end;
        continue;
      }
      for (const quoted of lines.slice(index, end)) kept.push(quoted.text);
      index = end;
      continue;
    }
    const introduction = introductions.get(index);
    if (!introduction) {
      kept.push(line.text);
      index++;
      continue;
    }
    if (introduction.before) kept.push(introduction.before);
    const next = skipBlank(lines, index + introduction.length);
    const isMarked = lines[next]?.isQuoted ?? false;
    if (!isMarked && introduction.isCertain) {
      // If nothing is written above it, or only a pointer to answers below, the writer's words may be below, so all of it stays.
      return hasWords(kept) && !pointsBelow(kept)
        ? dropDividers(kept)
        : kept.concat(lines.slice(index).map((later) => later.text));
    }
    dropDividers(kept);
    isInHistory = true;
    index += introduction.length;
  }
  return kept;
}

/** A quote of this many lines at a message's end is history even without an introduction. */
const leastTail = 3;

function findQuoteEnd(lines: readonly MailLine[], start: number): number {
  let end = start;
  for (let index = start; index < lines.length; index++) {
    const line = lines[index];
    // A link that a program broke out of a quoted line belongs to the quote.
    if (line?.isQuoted || (isLinkOnly(line?.text ?? "") && lines[index + 1]?.isQuoted)) end = index + 1;
    else if (line?.text.trim() !== "") break;
  }
  return end;
}

function isLinkOnly(text: string): boolean {
  return /^[\s(<[]{0,10}https?:\/\/\S{1,2000}[\s)>\]]{0,10}$/.test(text);
}

// A quote without a line above it may say in its own first lines who wrote it.
function introducesItself(introductions: Map<number, Introduction>, start: number, end: number): boolean {
  for (let index = start; index < Math.min(start + 8, end); index++) {
    if (introductions.has(index)) return true;
  }
  return false;
}

function skipBlank(lines: readonly MailLine[], start: number): number {
  let index = start;
  while (index < lines.length && lines[index]?.text.trim() === "") index++;
  return index;
}

// Words for answering, and for the place of the answers.
const answering =
  "answer|comment|repl(?:y|ie)|respon[ds]|remark|notes?|antwort|beantwort|kommentar|anmerkung|répon|commentaire|respuesta|respond|comentario|rispo|commento|resposta|comentário|antwoord|opmerking|reactie|reageer|svar|vastaus|vastaan|vastauk|odpowi|uwag|odpov|poznám|válasz|megjegyz|răspun|coment|отве[тч]|комментар|відпов|απαντ|yanıt|cevap";
const place =
  "below|beneath|underneath|inline|in-line|in between|in (?:red|blue|green|bold)|unten|darunter|dazwischen|im text|in (?:rot|blau|grün|fett)|ci-dessous|dessous|plus bas|en (?:rouge|bleu|vert|gras)|abajo|debajo|en (?:rojo|azul|verde|negrita)|sotto|di seguito|in (?:rosso|blu|verde)|abaixo|em (?:vermelho|azul|verde)|hieronder|onderaan|tussendoor|in het (?:rood|blauw)|nedan|nedenfor|under|i rött|alla|alempana|poniżej|na czerwono|níže|nižšie|červeně|lent|lejjebb|alább|pirossal|mai jos|ниже|внизу|красным|нижче|внизу|червоним|παρακάτω|aşağıda|kırmızı";
const pointer = new RegExp(
  `(?<!\\p{L})(?:${answering})\\p{L}{0,6}[^.!?]{0,60}(?<!\\p{L})(?:${place})(?!\\p{L})|以下に|下記に|下に(?:回答|返信|記)|(?:见|見|在)下[方面文]|如下|아래(?:에|를)`,
  "iu",
);

// Recognizes "See my answers in red below", which are in unmarked history.
function pointsBelow(lines: string[]): boolean {
  return lines.slice(-40).some((line) => pointer.test(line.slice(0, 500)));
}

function hasWords(lines: string[]): boolean {
  return lines.some((line) => /[\p{L}\p{N}\p{S}\p{P}]/u.test(line) && !isDivider(line));
}

function isEdge(line: string): boolean {
  return isDivider(line) || isMailTitle(line);
}

// The rule or title that programs draw above the history belongs to it.
function dropDividers(lines: string[]): string[] {
  while (lines.length > 0 && (lines.at(-1)?.trim() === "" || isEdge(lines.at(-1) ?? ""))) lines.pop();
  return lines;
}

function joinLines(lines: string[]): string {
  return lines
    .join("\n")
    .replace(/\n{3,}/g, "\n\n")
    .replace(/^\s*\n/, "")
    .trimEnd();
}

const sentFrom =
  "^\\s*(?:(?:sent (?:from|with|via|using)|secured with) |get outlook for |envoyé (?:de(?:puis)? |à partir d|avec )|(?:diese nachricht wurde )?von meinem .{1,60} gesendet\\.?|gesendet (?:von|mit|aus|über) |enviado (?:desde|d[oe]|a partir d|pel[oa]|com) |inviato (?:da|con)|verzonden (?:met|vanaf|vanuit|via) |skickat (?:från|med) |skickades från |sendt (?:fra|med) |lähetetty |wysłan[eo] z|odesláno z|odoslané z|küldve |trimis d(?:e|in) |отправлено (?:с|из|через) |надіслано з |надіслано із |изпратено от |στάλθηκε από |gönderildi|dikirim dari )";
const deviceLine = new RegExp(`${sentFrom}[^,.!?;]{0,60}(<https?:\\/\\/[^\\s<>]{1,500}>)?\\s*$`, "iu");
const underMark = new RegExp(`${sentFrom}.{0,80}$`, "iu");
// "Sent from Berlin on Monday" and "Sent from my phone yesterday" are the writer's own; a program's line ends with its name.
const deviceName =
  /(?:^|[\s.-])(?:i(?:phone|pad|pod|mac|os)\p{L}{0,4}|macbook|apple|android|samsung|galaxy|huawei|honor|xiaomi|redmi|oneplus|oppo|motorola|nokia|pixel|sony|xperia|htc|lumia|blackberry|fairphone|windows|outlook|(?:air|hot|g|fast|blue|proton|aqua)?mail|yahoo|gmx|web\.de|aol|proton|thunderbird|spark|zoho|mobile?|mobil\p{L}{0,12}|handy|smartphone|phone|tablet|app|device|telefon\p{L}{0,6}|téléphone|telefono|teléfono|móvil|celular|cellulare|dispositivo|appareil|toestel|айфон\p{L}{0,2}|телефон\p{L}{0,2}|смартфон\p{L}{0,2}|устройств\p{L}{0,2}|планшет\p{L}{0,2}|\d{1,4}g?)(?:'\p{L})?(?:\s(?:gesendet|verzonden|sendt|skickat))?\.?\s*(?:<[^<>]{0,510}>)?\s*$/iu;
const listFooter = /^.{0,100}\bmailing list\b|^https?:\/\/\S{0,300}\/(?:listinfo|postorius)\b/i;

/**
 * Removes what programs add below a writer's words: a mailing list's footer, a phone's line, and a signature after "-- " (RFC 3676).
 * Above a history people sometimes write below their signature's delimiter, so with `isAboveHistory` only a phone's or program's
 * line is removed.
 */
function dropTail(lines: readonly string[], isAboveHistory: boolean): string[] {
  const kept = dropDelimiter(dropListFooter(dropBlank(lines)));
  const last = (kept.at(-1) ?? "").slice(0, 700);
  const under = kept.findLastIndex(isMark);
  if (
    under > 0 &&
    kept.length - under <= 3 &&
    underMark.test(kept[under + 1] ?? "") &&
    hasLetters(kept.slice(0, under))
  )
    return dropBlank(kept.slice(0, under));
  const device = deviceLine.exec(last);
  const isAdvert = device?.[1] !== undefined;
  const isDevice = device !== null && deviceName.test(device[0]) && device[0].trim().split(/\s+/).length <= 8;
  if ((isAdvert || isDevice) && hasLetters(kept.slice(0, -1))) return dropDelimiter(dropBlank(kept.slice(0, -1)));
  const delimiter = kept.lastIndexOf("-- ");
  const isSignature = !isAboveHistory && delimiter > 0 && kept.length - delimiter <= 10;
  return isSignature && hasLetters(kept.slice(0, delimiter)) ? kept.slice(0, delimiter) : kept;
}

// Removes a signature's delimiter with nothing below it.
function dropDelimiter(lines: string[]): string[] {
  return isMark(lines.at(-1)) && hasLetters(lines.slice(0, -1)) ? dropBlank(lines.slice(0, -1)) : lines;
}

function isMark(line: string | undefined): boolean {
  return /^--\s?$/.test(line ?? "");
}

function dropListFooter(lines: string[]): string[] {
  for (let index = lines.length - 1; index >= Math.max(1, lines.length - 6); index--) {
    if (!/^_{20,}\s*$/.test(lines[index] ?? "")) continue;
    const below = lines.slice(index + 1).filter((line) => line.trim() !== "");
    const isFooter = below.length >= 2 && below.filter((line) => listFooter.test(line)).length >= 2;
    return isFooter && hasLetters(lines.slice(0, index)) ? dropBlank(lines.slice(0, index)) : lines;
  }
  return lines;
}

function dropBlank(lines: readonly string[]): string[] {
  return lines.slice(0, lines.findLastIndex((line) => line.trim() !== "") + 1);
}

function hasLetters(lines: readonly string[]): boolean {
  return lines.some((line) => /[\p{L}\p{N}]/u.test(line));
}
