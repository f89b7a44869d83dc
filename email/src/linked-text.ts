import { type Html, html } from "./html.ts";
import { anyDirection, colors } from "./layout.ts";

const linkStyle = `color:${colors.link};text-decoration:underline`;

/**
 * Renders plain text in a mail: escaped, with line breaks and spaces, and with clickable addresses. Each of several
 * lines is a block in the direction of its own script, so the result cannot be in a `<p>`. `style` is that of links;
 * null leaves them to the mail program.
 */
export function linkedText(text: string, style: string | null = linkStyle): Html[] {
  const [first = "", ...others] = text.split(/\r\n|\r|\n/);
  if (others.length === 0) return linkLine(first, style);
  return [first, ...others].map((line) => html`<div dir="auto" style="${anyDirection}">${showLine(line, style)}</div>`);
}

/** An empty block has no height. */
function showLine(line: string, style: string | null): Html[] {
  return line === "" ? [html`<br>`] : linkLine(line, style);
}

function linkLine(line: string, style: string | null): Html[] {
  return findLinks(line).map(({ shown, href }) =>
    href === null ? html`${keepSpaces(shown)}` : link(shown, href, style),
  );
}

function link(linkText: string, href: string, style: string | null): Html {
  return html`<a href="${href}" target="_blank"${style !== null && html` style="${style}"`}>${linkText}</a>`;
}

/** HTML folds spaces; Outlook ignores `white-space: pre-wrap`. */
function keepSpaces(text: string): string {
  return text.replace(/\t/g, "    ").replace(/^ | (?= )/g, "\u00a0");
}

// The @ is matched last, with bounded parts, so that no text can make this slow.
const address = /\bhttps?:\/\/[^\s<>"]+|\bwww\.[^\s<>"]+|[\w.+-]{1,64}@[\w-]{1,63}(?:\.[\w-]{1,63}){1,8}/gi;

/** Punctuation that ends a sentence. */
const marks = ".,;:!?'\"*";

/** A part of a text, and its link if it is an address. */
export interface TextPart {
  readonly shown: string;
  /** Begins with http, https or mailto. */
  readonly href: string | null;
}

/** Splits a text into web and mail addresses and the text between them. */
export function findLinks(text: string): TextPart[] {
  const parts: TextPart[] = [];
  let end = 0;
  for (const match of text.matchAll(address)) {
    const linkText = withoutTail(match[0]);
    const scheme = /^https?:/i.test(linkText) ? "" : /^www\./i.test(linkText) ? "https://" : "mailto:";
    parts.push({ shown: text.slice(end, match.index), href: null }, { shown: linkText, href: scheme + linkText });
    end = match.index + linkText.length;
  }
  return [...parts, { shown: text.slice(end), href: null }].filter(({ shown }) => shown !== "");
}

/** Removes punctuation that belongs to the sentence: "(see https://a.b/c_(d))." */
function withoutTail(found: string): string {
  let unopened = found.split(")").length - found.split("(").length;
  let end = found.length;
  for (; end > 0; end -= 1) {
    const last = found.charAt(end - 1);
    if (last === ")" && unopened > 0) unopened -= 1;
    else if (!marks.includes(last)) break;
  }
  return found.slice(0, end);
}

/** Characters that join the parts of an address, in any script, where something follows. */
const joints = /[.:/\\@\u2024\u3002\uff0e\uff1a\uff0f\uff20\uff61](?=\S)/gu;

/**
 * A store's or person's name for a mail to somebody who may not know them. An invisible character breaks up anything
 * mail programs would link, as people choose names freely.
 */
export function unlinked(name: string): string {
  return name.replace(joints, "$&\u2060");
}
