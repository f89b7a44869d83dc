import { findNewWords, type Word, wordsIn } from "./align-words.ts";
import { joinLines } from "./join-lines.ts";

/** A line that was folded. `isIntroduction` says that it belongs to what a program writes above a quote. */
export type FoldedLine = { text: string; isIntroduction: boolean };

/** What is left of a mail, and what was folded: the lines, and how many of those that are left stand above them. */
export type Folding = { kept: string[]; folded: { at: number; lines: FoldedLine[] }[] };

/**
 * What a ticket's mails said. `isAll` says that no mail is missing and none is cut. An introduction that names an address at `mailDomain`
 * stays folded, as everybody may answer to it.
 */
export type Said = { texts: readonly string[]; isAll: boolean; mailDomain: string };

/** A mail's text with what only looked like history, and whether anything is still folded. */
export type Unfolded = { text: string; isHistoryLeft: boolean };

/** More is not compared, and stays folded. */
const mostFolded = { letters: 100_000, lines: 5_000 } as const;

type Line = FoldedLine & { words: Word[]; part: number };

/**
 * Finds in what was folded the words that the ticket's mails did not say: answers inside a quote, and mail of others. Null if there are
 * none. Words of a quoted mail that the ticket has stay folded.
 */
export function findNews({ kept, folded }: Folding, { texts, isAll, mailDomain }: Said): Unfolded | null {
  const lines = readFolded(folded);
  const regions = regionsOf(lines);
  const compared = regions.map((region) => region.map((line) => (line.isIntroduction ? [] : line.words)));
  const isNew = findNewWords(compared, texts);
  const news = folded.map((): string[] => []);
  let isHistoryLeft = lines.length < folded.reduce((sum, { lines: all }) => sum + all.length, 0);
  for (const [at, region] of regions.entries()) {
    const found = isNew[at];
    // A mail of which nothing is known is somebody else's, if all is known that the ticket's mails said.
    const isForeign = found?.isUnknown === true && isAll;
    for (const [index, line] of region.entries()) {
      const isOurs = line.isIntroduction && line.text.toLowerCase().includes(`@${mailDomain.toLowerCase()}`);
      const added =
        isForeign && !isOurs ? line.text : newTextOf(line, found?.isUnknown ? [] : (found?.lines[index] ?? []));
      if (added !== null) news[line.part]?.push(added);
      if (added !== line.text && line.text.trim() !== "") isHistoryLeft = true;
    }
  }
  if (news.every((all) => all.every((line) => line.trim() === ""))) return null;
  return { text: insert(kept, folded, news), isHistoryLeft };
}

/** Whether the ticket's mails said every word that was folded, and all of it was compared. */
export function isAllSaid(folding: Folding, said: Said): boolean {
  const isCompared =
    readFolded(folding.folded).length === folding.folded.reduce((sum, { lines }) => sum + lines.length, 0);
  return isCompared && findNews({ ...folding, kept: [] }, { ...said, isAll: true }) === null;
}

function readFolded(folded: Folding["folded"]): Line[] {
  const lines: Line[] = [];
  let length = 0;
  for (const [part, { lines: all }] of folded.entries()) {
    for (const line of all) {
      length += line.text.length + 1;
      if (length > mostFolded.letters || lines.length === mostFolded.lines) return lines;
      lines.push({ ...line, part, words: wordsIn(line.text) });
    }
  }
  return lines;
}

// Each introduction begins the mail of another author.
function regionsOf(lines: readonly Line[]): Line[][] {
  const regions: Line[][] = [];
  for (const [at, line] of lines.entries()) {
    const begins = line.isIntroduction && !lines[at - 1]?.isIntroduction;
    if (begins || regions.length === 0) regions.push([]);
    regions.at(-1)?.push(line);
  }
  return regions;
}

/** The words of a line that are new: what stands behind known ones, else the whole line. */
function newTextOf({ text, words }: Line, isNew: readonly boolean[]): string | null {
  const first = isNew.indexOf(true);
  if (first === -1) return null;
  const isBehind = first > 0 && isNew.slice(first).every(Boolean);
  const above = words[first - 1]?.end ?? 0;
  let start = isBehind ? (words[first]?.start ?? 0) : 0;
  while (isBehind && start > above && /\S/.test(text[start - 1] ?? "")) start--;
  return text
    .slice(start)
    .replace(/^[\s>|]{1,40}/, "")
    .trimEnd();
}

function insert(kept: readonly string[], folded: Folding["folded"], news: readonly string[][]): string {
  const all: string[] = [];
  let from = -1;
  for (const [part, { at }] of folded.entries()) {
    const added = news[part] ?? [];
    if (added.every((line) => line.trim() === "")) continue;
    // Parts of one quote follow each other.
    if (at > from) all.push(...kept.slice(Math.max(from, 0), at), "");
    all.push(...added);
    if (folded[part + 1]?.at !== at) all.push("");
    from = Math.max(from, at);
  }
  return joinLines([...all, ...kept.slice(Math.max(from, 0))]);
}
