import { findLinks } from "./find-links.ts";
import { type Html, html } from "./html.ts";
import { anyDirection, colors } from "./layout.ts";

const linkStyle = `color:${colors.link};text-decoration:underline`;

/**
 * Plain text as it is shown in a mail: escaped, with its line breaks and spaces, and with its addresses made clickable. Of several lines
 * each is a block in the direction of its own script, so it stands in no `<p>`. `style` is that of links; null leaves them to the mail program.
 */
export function linkedText(text: string, style: string | null = linkStyle): Html[] {
  const [first = "", ...others] = text.split(/\r\n|\r|\n/);
  if (others.length === 0) return linkLine(first, style);
  return [first, ...others].map((line) => html`<div dir="auto" style="${anyDirection}">${showLine(line, style)}</div>`);
}

/** A block without anything in it has no height. */
function showLine(line: string, style: string | null): Html[] {
  return line === "" ? [html`<br>`] : linkLine(line, style);
}

function linkLine(line: string, style: string | null): Html[] {
  return findLinks(line).map(({ shown, href }) =>
    href === null ? html`${keepSpaces(shown)}` : link(shown, href, style),
  );
}

function link(shown: string, href: string, style: string | null): Html {
  return html`<a href="${href}" target="_blank"${style !== null && html` style="${style}"`}>${shown}</a>`;
}

/** HTML folds spaces; Outlook ignores `white-space: pre-wrap`. */
function keepSpaces(text: string): string {
  return text.replace(/\t/g, "    ").replace(/^ | (?= )/g, "\u00a0");
}
