import { findLinks } from "./find-links.ts";
import { type Html, html } from "./html.ts";
import { colors } from "./layout.ts";

/** Plain text as it is shown in a mail: escaped, with its line breaks and spaces, and with its addresses made clickable. */
export function linkedText(text: string): Html[] {
  return text.split(/\r\n|\r|\n/).map((line, number) => html`${number > 0 && html`<br>`}${linkLine(line)}`);
}

function linkLine(line: string): Html[] {
  return findLinks(line).map(({ shown, href }) => (href === null ? html`${keepSpaces(shown)}` : link(shown, href)));
}

function link(shown: string, href: string): Html {
  return html`<a href="${href}" target="_blank" style="color:${colors.link};text-decoration:underline">${shown}</a>`;
}

/** HTML folds spaces; Outlook ignores `white-space: pre-wrap`. */
function keepSpaces(text: string): string {
  return text.replace(/\t/g, "    ").replace(/^ | (?= )/g, "\u00a0");
}
