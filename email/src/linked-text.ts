import { type Html, html } from "./html.ts";
import { colors } from "./layout.ts";

// The @ is looked for last, with bounded parts, so that no text can make this slow.
const address = /\bhttps?:\/\/[^\s<>"]+|\bwww\.[^\s<>"]+|[\w.+-]{1,64}@[\w-]{1,63}(?:\.[\w-]{1,63}){1,8}/gi;

/** What ends a sentence. */
const marks = ".,;:!?'\"*";

/** Plain text as it is shown in a mail: escaped, with its line breaks and spaces, and with its addresses made clickable. */
export function linkedText(text: string): Html[] {
  return text.split(/\r\n|\r|\n/).map((line, number) => html`${number > 0 && html`<br>`}${linkLine(line)}`);
}

function linkLine(line: string): Html[] {
  const parts: Html[] = [];
  let end = 0;
  for (const match of line.matchAll(address)) {
    const shown = withoutTail(match[0]);
    parts.push(html`${keepSpaces(line.slice(end, match.index))}${link(shown)}`);
    end = match.index + shown.length;
  }
  return [...parts, html`${keepSpaces(line.slice(end))}`];
}

function link(shown: string): Html {
  const scheme = /^https?:/i.test(shown) ? "" : /^www\./i.test(shown) ? "https://" : "mailto:";
  return html`<a href="${scheme + shown}" target="_blank" style="color:${colors.link};text-decoration:underline">${shown}</a>`;
}

/** Takes off what ends the sentence rather than the address: "(see https://a.b/c_(d))." */
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

/** HTML folds spaces; Outlook ignores `white-space: pre-wrap`. */
function keepSpaces(text: string): string {
  return text.replace(/\t/g, "    ").replace(/^ | (?= )/g, "\u00a0");
}
