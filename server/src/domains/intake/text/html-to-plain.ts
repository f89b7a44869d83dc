import { htmlToLines } from "./html-to-lines.ts";

/** The readable text of HTML mail, quotes marked with "> ". Links are their words; images and styles are left out. */
export function htmlToPlain(html: string): string {
  return htmlToLines(html)
    .map(({ text, isQuoted }) => (isQuoted ? `> ${text}`.trimEnd() : text))
    .join("\n")
    .replace(/\n{3,}/g, "\n\n")
    .trim();
}
