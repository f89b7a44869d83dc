import { type HtmlReader, parseBounded, wordsOf } from "../../../platform/mail-html/bounded-parser.ts";
import { safeHtml, sanitiseAndRead } from "../../../platform/mail-html/safe-html.ts";
import { writtenTarget } from "./link-target.ts";
import { ListLabels } from "./list-labels.ts";

/**
 * One line of a message as a person reads it. `mark` is what the HTML adds to the words: the line introduces a quote, begins the
 * history, or has a rule above it.
 */
export type MailLine = { text: string; isQuoted: boolean; mark: "attribution" | "history" | "rule" | null };

const blocks = new Set(
  "address article aside blockquote body center dd div dl dt fieldset figure footer form h1 h2 h3 h4 h5 h6 header hr html li main nav ol p pre section table tbody tfoot thead tr ul".split(
    " ",
  ),
);
const skippedElements = new Set("head style script title template noscript svg object textarea select".split(" "));
const spacedElements = new Set(["p", "h1", "h2", "h3", "h4", "h5", "h6", "ul", "ol", "table", "blockquote", "pre"]);
const lists = new Set(["ul", "ol"]);
const struckElements = new Set(["s", "del", "strike"]);
const struckStyle = /(?:^|;)\s{0,9}text-decoration(?:-line)?\s{0,9}:[^;]{0,100}line-through/i;
// Direction marks and zero-width fillers of newsletters. The joiners that emoji and some scripts need stay.
const invisible = /\u00AD|\u034F|[\u200B\u200E\u200F\u202A-\u202E\u2060\u2066-\u2069\uFEFF]/g;
const maxLines = 100_000;
/** How many characters of links are written in a mail. */
const mostLinks = 50_000;
/** Returns the lines of HTML mail in reading order, in time linear in its length, at any nesting depth. */
export function htmlToLines(html: string): MailLine[] {
  const reader = new LineReader();
  const end = parseBounded(html, {
    onopentag: (name, attributes) => reader.onopentag(name, attributes),
    ontext: (text) => reader.ontext(text),
    onclosetag: (name) => reader.onclosetag(name),
  });
  // The words of elements that are nested too deeply are kept as one text.
  if (end !== null) reader.ontext(wordsOf(html.slice(end)));
  return reader.finish();
}

/**
 * Returns the readable text of HTML mail, with quotes marked by "> ". Links keep their words, and behind them their target if it is another;
 * images other than emoji, and styles, are dropped.
 */
export function htmlToPlain(html: string): string {
  return plainOf(htmlToLines(html));
}

function plainOf(lines: readonly MailLine[]): string {
  return lines
    .map(({ text, isQuoted }) => (isQuoted ? `> ${text}`.trimEnd() : text))
    .join("\n")
    .replace(/\n{3,}/g, "\n\n")
    .trim();
}

// Text beyond this is kept unchanged, so that work is bounded and no word is lost.
const longest = 2_000_000;

/**
 * The HTML of a mail, parsed once on first use, whether for its lines, its words or what may be shown. The HTML of a mail that is only
 * enclosed is never shown.
 */
export class MailHtml {
  readonly source: string;
  readonly #isShown: boolean;
  #read: { lines: readonly MailLine[]; safe: string | null } | null = null;

  constructor(source: string, { isShown }: { isShown: boolean }) {
    this.source = source;
    this.#isShown = isShown;
  }

  /** The lines of its first two million characters. */
  get lines(): readonly MailLine[] {
    return this.#reading.lines;
  }

  /** The HTML that may be shown (`safeHtml`). */
  get safe(): string {
    return this.#reading.safe ?? safeHtml(this.source);
  }

  /** Its readable text, as from `htmlToPlain`. */
  get plain(): string {
    const rest = this.source.slice(longest);
    return rest === "" ? plainOf(this.lines) : `${plainOf(this.lines)}\n${wordsOf(rest)}`;
  }

  get #reading() {
    this.#read ??= this.#isShown ? readOnce(this.source) : linesAlone(this.source);
    return this.#read;
  }
}

function readOnce(html: string) {
  const reader = new LineReader();
  const safe = sanitiseAndRead(html, reader);
  return safe === null ? linesAlone(html) : { lines: reader.finish(), safe };
}

function linesAlone(html: string) {
  return { lines: htmlToLines(html.slice(0, longest)), safe: null };
}

class LineReader implements HtmlReader {
  readonly #lines: MailLine[] = [];
  // What closing each open element must undo; elements that change nothing are counted by name only.
  readonly #open: { name: string; isCite: boolean; isAttribution: boolean; isStruck: boolean }[] = [];
  readonly #openNames = new Map<string, number>();
  #words: string[] = [];
  #mark: MailLine["mark"] = null;
  #quotes = 0;
  #attributions = 0;
  #link: { href: string; words: string } | null = null;
  #linksLeft = mostLinks;
  readonly #labels = new ListLabels();
  /** How many open elements strike their words out. */
  #strikes = 0;
  #hasStruck = false;
  #skips = 0;
  #pres = 0;
  /** The first line of a paragraph without margins; null outside one. */
  #tightFrom: number | null = null;
  // The hidden element, and how many elements of its name are open inside it.
  #hidden: { name: string; open: number } | null = null;

  onopentag(name: string, attributes: Record<string, string>): void {
    if (this.#hidden?.name === name) this.#hidden.open++;
    else if (this.#hidden === null && this.#skips === 0 && isHidden(attributes)) this.#hidden = { name, open: 1 };
    if (this.#hidden) return;
    if (skippedElements.has(name)) this.#skips++;
    if (this.#skips > 0) return;
    if (name === "br") this.#endLine(true);
    if (blocks.has(name)) this.#endLine(false);
    if (name === "p") this.#tightFrom = isTight(attributes) ? this.#lines.length : null;
    if (name === "td" || name === "th") this.#words.push(" ");
    if (lists.has(name)) this.#labels.begin(name, attributes);
    if (name === "li") this.#words.push(this.#labels.next(attributes.value));
    if (name === "pre") this.#pres++;
    if (name === "a") this.#beginLink(attributes.href ?? "");
    if (name === "img" && isEmoji(attributes.alt ?? "")) this.ontext(attributes.alt ?? "");
    const isAttribution = attributionMark.test(attributes.class ?? "") || attributes.id === "reply-intro";
    const isCite = name === "blockquote" || isContainer(name, attributes);
    if (isCite) this.#quotes++;
    if (isAttribution) this.#attributions++;
    const isStruck = struckElements.has(name) || struckStyle.test(attributes.style ?? "");
    if (isStruck) this.#strikes++;
    if (isCite || isAttribution || isStruck || this.#openNames.get(name)) {
      this.#open.push({ name, isCite, isAttribution, isStruck });
      this.#openNames.set(name, (this.#openNames.get(name) ?? 0) + 1);
    }
    if (startsHistory(name, attributes)) this.#mark = "history";
    else if (name === "hr") this.#mark ??= "rule";
  }

  ontext(raw: string): void {
    if (this.#skips > 0 || this.#hidden) return;
    const text = raw.replace(invisible, "");
    if (this.#link) this.#link.words += text;
    if (this.#pres === 0) {
      this.#say(text.replace(/[\s\u00A0]+/g, " "));
      return;
    }
    const [first = "", ...rest] = text.split(/\r?\n/);
    this.#say(first);
    for (const line of rest) {
      this.#endLine(true);
      this.#say(line);
    }
  }

  /** Adds words to the line. What is struck out stands between "~~", as it is not what the writer means. */
  #say(words: string): void {
    const core = this.#strikes > 0 ? words.trim() : "";
    if (core === "") {
      this.#words.push(words);
      return;
    }
    const start = words.indexOf(core);
    this.#words.push(`${words.slice(0, start)}~~${core}~~${words.slice(start + core.length)}`);
    this.#hasStruck = true;
  }

  onclosetag(name: string): void {
    if (this.#hidden) {
      if (this.#hidden.name === name && --this.#hidden.open === 0) this.#hidden = null;
      return;
    }
    if (skippedElements.has(name)) {
      this.#skips = Math.max(0, this.#skips - 1);
      return;
    }
    if (this.#skips > 0) return;
    if (name === "a") this.#endLink();
    if (blocks.has(name)) this.#endLine(false);
    if (lists.has(name)) this.#labels.end();
    if (name === "pre") this.#pres = Math.max(0, this.#pres - 1);
    if (this.#open.at(-1)?.name === name) {
      const closed = this.#open.pop();
      this.#openNames.set(name, (this.#openNames.get(name) ?? 0) - 1);
      if (closed?.isCite) this.#quotes--;
      if (closed?.isAttribution) this.#attributions--;
      if (closed?.isStruck) this.#strikes--;
    }
    // Outlook's paragraphs are lines without margins, separated by empty paragraphs.
    const isSpaced = name !== "p" || this.#tightFrom === null || this.#tightFrom === this.#lines.length;
    if (name === "p") this.#tightFrom = null;
    if (spacedElements.has(name) && isSpaced && this.#lines.at(-1)?.text !== "") this.#push("");
  }

  finish(): MailLine[] {
    this.#endLine(false);
    return this.#lines;
  }

  #beginLink(href: string): void {
    this.#endLink();
    this.#link = { href, words: "" };
  }

  #endLink(): void {
    const target = this.#link && writtenTarget(this.#link.href, this.#link.words);
    this.#link = null;
    if (target === null || target.length > this.#linksLeft) return;
    this.#linksLeft -= target.length;
    this.#words.push(` <${target}>`);
  }

  #endLine(isBreak: boolean): void {
    const joined = this.#words.join("");
    // Joins what is struck out in several elements.
    const text = (this.#hasStruck ? joined.replace(/~{2}( {0,9})~{2}/g, "$1") : joined)
      .replace(/ {2,}/g, this.#pres > 0 ? "$&" : " ")
      .trimEnd();
    const line = this.#pres > 0 ? text : text.trim();
    this.#words = [];
    this.#hasStruck = false;
    if (line !== "" || isBreak) this.#push(line);
  }

  #push(text: string): void {
    if (this.#lines.length >= maxLines) return;
    const mark = this.#mark ?? (this.#attributions > 0 ? "attribution" : null);
    this.#lines.push({ text, isQuoted: this.#quotes > 0, mark: text === "" ? null : mark });
    if (text !== "") this.#mark = null;
  }
}

// Programs send emoji as pictures, whose replacement text has nothing else.
const emoji =
  /^(?:\p{Extended_Pictographic}|\p{Regional_Indicator}|\p{Emoji_Modifier}|[0-9#*]\uFE0F?\u20E3|[\u200D\uFE0E\uFE0F\u{E0020}-\u{E007F}\s])+$/u;

function isEmoji(alt: string): boolean {
  return alt.length <= 60 && alt.trim() !== "" && emoji.test(alt);
}

function isHidden({ style = "", hidden }: Record<string, string>): boolean {
  return hidden !== undefined || /(?:^|;)\s{0,9}display\s{0,9}:\s{0,9}none(?![\w-])/i.test(style);
}

const tightClass = /(?:^|\s)(?:x_){0,4}Mso(?:Normal|PlainText|NoSpacing|ListParagraph)/;
const noMargin = /(?:^|;)\s{0,9}margin(?:-top)?\s{0,9}:\s{0,9}0/i;

function isTight({ class: classes = "", style = "" }: Record<string, string>): boolean {
  return tightClass.test(classes) || noMargin.test(style);
}

// Programs that rewrite a quoted message put a prefix before its class names.
const prefix = "(?:^|\\s)(?:x_|yiv\\d+|ydp[\\da-f]+){0,4}";
const attributionMark = new RegExp(`${prefix}(?:gmail_attr|moz-cite-prefix|airmail_on)(?:\\s|$)`);
const historyId =
  /^(?:x_|yiv\d+|ydp[\da-f]+){0,4}(?:OLK_SRC_BODY_SECTION|divRplyFwdMsg|mail-editor-reference-message-container|stopSpelling|replySplit|ms-outlook-mobile-body-separator-line|zwchr)$/;
const historyClass = new RegExp(
  `${prefix}(?:protonmail_quote|zmail_extra|tutanota_quote|gmail_quote_container_history|OutlookMessageHeader|ntes-mailmaster-quote)(?:\\s|$)`,
);
const containerClass = new RegExp(`${prefix}yahoo_quoted(?:\\s|$)`);
// Outlook draws its own line above the header block.
const historyRule = /border:\s*none;\s*border-top:\s*solid #(?:B5C4DF|E1E1E1)\b/i;

// Recognizes where mail programs begin the history, in any language.
function startsHistory(name: string, attributes: Record<string, string>): boolean {
  const { id = "", class: classes = "", style = "" } = attributes;
  return (
    historyId.test(id) ||
    historyClass.test(classes) ||
    isContainer(name, attributes) ||
    (name === "div" && (historyRule.test(style) || attributes.name === "messageReplySection"))
  );
}

// Recognizes elements that contain the whole history and nothing else.
function isContainer(name: string, { class: classes = "", name: label }: Record<string, string>): boolean {
  return name === "div" && (containerClass.test(classes) || label === "quote");
}
