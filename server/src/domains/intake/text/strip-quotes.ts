import {
  type HeaderKind,
  isArrowed,
  isDivider,
  isForwardMarker,
  isMailTitle,
  isOriginalMarker,
  readHeaderLine,
} from "@deskhand/email/quote-markers";
import { dropTail, isProgramsTail } from "./drop-tail.ts";
import { findHeaderBlock } from "./find-header-block.ts";
import { findIntroductions, type Introduction } from "./find-introduction.ts";
import type { FoldedLine, Folding } from "./find-news.ts";
import { htmlToLines, type MailLine } from "./html-to-lines.ts";
import { joinLines } from "./join-lines.ts";
import { measureBanner } from "./measure-banner.ts";
import { endsWithWroteVerb } from "./read-attribution.ts";

/**
 * A message's body as plain text or HTML, with its lines if they have been read. `isForward` says that the subject declares a forward,
 * which is kept whole.
 */
type QuoteInput = { kind: "text" | "html"; input: string; lines?: readonly MailLine[]; isForward?: boolean };

/** What was left out of a message: quoted history, what programs add below (a signature), or both. */
export type LeftOut = { history: boolean; signature: boolean };

/** The new text of a message, and what was left out, if anything. */
export type StrippedQuotes = { text: string; leftOut: LeftOut | null };

/**
 * The same with the history, if any, for `findNews`. If all of a message looks like history, its text is whole and `leftOut` is null, and
 * the history is everything: only a ticket's mails can tell whether it holds the writer's words (`isAllSaid`).
 */
export type SeparatedQuotes = StrippedQuotes & { folding: Folding | null };

// Text beyond this is kept unchanged, so that work is bounded and no word is lost.
const maxLength = 2_000_000;

/**
 * Separates a writer's text from the mail that it quotes. A doubtful quote stays, as that is better than losing the customer's words.
 * The result is empty only if the input is.
 */
export function stripQuotedHistory(input: QuoteInput): StrippedQuotes {
  const { text, leftOut } = separateQuotes(input);
  return { text, leftOut };
}

/** Does the same and returns the history as well, as it may hold words that nobody has said before. */
export function separateQuotes({ kind, input, isForward = false, ...read }: QuoteInput): SeparatedQuotes {
  const rest = input.slice(maxLength);
  const start = input.slice(0, maxLength);
  const lines = read.lines ?? (kind === "html" ? htmlToLines(start) : textToLines(start));
  const whole = joinLines(lines.map((line) => line.text)) + rest;
  if (isForward) return { text: whole, leftOut: null, folding: null };
  const introductions = findIntroductions(lines);
  const { kept: own, folded } = dropHistory(lines, introductions);
  const history = own.length < lines.length;
  const bare = dropTail(own, history);
  const banner = measureBanner(bare);
  const ownLines = hasWords(bare.slice(banner)) ? bare.slice(banner) : bare;
  const kept = joinLines(ownLines);
  const text = kept + rest;
  // Some people write their answer inside the marked quote.
  if (text.trim() === "" || text.length >= whole.length) {
    const all = rest === "" ? dropHistory(lines, introductions, true) : null;
    const isEmptied = all !== null && all.folded.length > 0 && (!hasWords(all.kept) || isProgramsTail(all.kept));
    const folding = isEmptied ? { kept: [], folded: all.folded } : null;
    return { text: text.trim() === "" ? whole : text, leftOut: null, folding };
  }
  const isTailAlone = history && isProgramsTail(own);
  const leftOut = { history, signature: isTailAlone || kept.length < joinLines(own).length };
  const moved = folded.map(({ at, lines: all }) => ({
    at: Math.max(0, at - (bare.length - ownLines.length)),
    lines: all,
  }));
  const left = isTailAlone ? [] : ownLines;
  return { text, leftOut, folding: folded.length > 0 && rest === "" ? { kept: left, folded: moved } : null };
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
// history is not marked, everything is left out; with nothing above that, only if `isAll`.
function dropHistory(lines: readonly MailLine[], introductions: Map<number, Introduction>, isAll = false): Folding {
  const kept: string[] = [];
  const folded: Folding["folded"] = [];
  const keepFrom = (from: number) => ({ kept: kept.concat(lines.slice(from).map((later) => later.text)), folded });
  let introducedTo = 0;
  const fold = (from: number, to: number) => {
    const all: FoldedLine[] = [];
    for (let at = from; at < to; at++) {
      introducedTo = Math.max(introducedTo, at + introducedBy(lines, at, introductions));
      all.push({ text: lines[at]?.text ?? "", isIntroduction: at < introducedTo });
    }
    folded.push({ at: kept.length, lines: all });
  };
  let isInHistory = false;
  for (let index = 0; index < lines.length; ) {
    const line = lines[index];
    if (!line) break;
    if (isForwardMarker(line.text) && !isInHistory) return keepFrom(index);
    if (line.isQuoted) {
      const end = findQuoteEnd(lines, index);
      const isTail = (hasWords(kept) || isAll) && skipBlank(lines, end) === lines.length && end - index >= leastTail;
      if (!isInHistory && (isTail || introducesItself(introductions, index, end))) {
        dropDividers(kept);
        isInHistory = true;
      }
      if (isInHistory) {
        fold(index, end);
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
      if ((!hasWords(kept) && !isAll) || pointsBelow(kept)) return keepFrom(index);
      dropDividers(kept);
      fold(index, lines.length);
      return { kept, folded };
    }
    dropDividers(kept);
    isInHistory = true;
    fold(index, index + introduction.length);
    index += introduction.length;
  }
  return { kept, folded };
}

/** How many lines from here on are a program's introduction to a quote. */
function introducedBy(lines: readonly MailLine[], at: number, introductions: Map<number, Introduction>): number {
  const line = lines[at];
  const length = introductions.get(at)?.length ?? 0;
  if (!line) return length;
  const { text, mark } = line;
  // Where HTML marks the history, it may begin at once. Inside a quote an attribution may lack what is required to begin one.
  if (mark === "history") return Math.max(findHeaderBlock(lines, at), length > 0 && /[@:：]/.test(text) ? 1 : 0);
  if (isOriginalMarker(text)) return Math.max(length, 1 + countBareHeaders(lines, at + 1));
  const isAttribution = text.length < 300 && /\d[:.h]\d\d|@/.test(text) && endsWithWroteVerb(text);
  return Math.max(length, isAttribution ? 1 : 0);
}

/** Counts the lines of a header whose names have no colon, as eM Client writes it right below its title: "From Ann <ann@…>". */
function countBareHeaders(lines: readonly MailLine[], start: number): number {
  const kinds = new Set<HeaderKind>();
  let at = start;
  for (; at < start + 6; at++) {
    const text = (lines[at]?.text ?? "").slice(0, 300);
    const header = readHeaderLine(text.replace(/^([\s>*]{0,8}\p{L}{1,15})[\s*]{1,5}(?=\S)/u, "$1: "));
    if (!header || kinds.has(header.kind) || (header.kind === "from" && !text.includes("@"))) break;
    kinds.add(header.kind);
  }
  return kinds.has("from") && kinds.size >= 3 ? at - start : 0;
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
