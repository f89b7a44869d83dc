/** Few, because a phone shows little more than forty. */
const before = 20;
const length = 160;

/** The part of a text around the first of the typed words, on one line, with "…" where something was left out. */
export function excerptAround(text: string, typed: string): string {
  const line = text.replace(/\s+/g, " ").trim();
  const at = firstPlace(line, typed);
  const from = at <= before * 2 ? 0 : line.indexOf(" ", at - before) + 1;
  const start = Math.min(from, at);
  const wanted = line.slice(start, start + length);
  const isCut = start + length < line.length;
  const lastSpace = wanted.lastIndexOf(" ");
  const shown = isCut && lastSpace > length / 2 ? wanted.slice(0, lastSpace) : wanted;
  return `${start > 0 ? "…" : ""}${shown}${isCut ? "…" : ""}`;
}

/** Where the whole of what was typed stands, else one of its words begins, else the text itself. */
function firstPlace(line: string, typed: string): number {
  const whole = line.search(pattern(typed));
  if (whole >= 0) return whole;
  const words = typed.split(/[^\p{L}\p{N}]+/u).filter(Boolean);
  const places = words.map((word) => line.search(pattern(word))).filter((place) => place >= 0);
  return places.length > 0 ? Math.min(...places) : 0;
}

function pattern(words: string): RegExp {
  const escaped = words.replace(/[.*+?^${}()|[\]\\]/g, "\\$&");
  return new RegExp(`(?<![\\p{L}\\p{N}])${escaped}`, "iu");
}
