import { foundPlaces } from "@deskhand/contract/search/found-places";

/** Few, because a phone shows little more than forty. */
const before = 20;
const length = 160;

/** The part of a text around the first of the typed words, on one line, with "…" where something was left out. */
export function excerptAround(text: string, typed: string): string {
  const line = text.replace(/\s+/g, " ").trim();
  const at = foundPlaces(line, typed)[0]?.start ?? 0;
  const from = at <= before * 2 ? 0 : line.indexOf(" ", at - before) + 1;
  const start = Math.min(from, at);
  const wanted = line.slice(start, start + length);
  const isCut = start + length < line.length;
  const lastSpace = wanted.lastIndexOf(" ");
  const shown = isCut && lastSpace > length / 2 ? wanted.slice(0, lastSpace) : wanted;
  return `${start > 0 ? "…" : ""}${shown}${isCut ? "…" : ""}`;
}
