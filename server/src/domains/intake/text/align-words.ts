/** A word of a line and its place. An aside may be missing or added without changing what is said: an address in brackets, an emoji, "~~" around what is struck out. */
export type Word = { key: string; start: number; end: number; isAside: boolean };

/** Which words of each line are new; `isUnknown` says that it has words, and all of them are. */
type Found = { lines: boolean[][]; isUnknown: boolean };

/** More of what was said is not read. */
const mostSaid = 200_000;
/** So many words in a row are recognized anywhere; fewer, only where a line begins, and only if they end it. */
const certainRun = 5;
const leastRun = 3;
/** How many places of the same three words are tried. */
const mostPlaces = 8;
/** How many words decide between places. */
const longestTry = 20;
/** How often words are compared to find places; the words of more are new. */
const mostTries = 500_000;

const wordPattern =
  /(?<aside>[<([](?:mailto:|https?:\/\/|www\.|cid:)[^\s<>]{1,3000}[>)\]]|<[^\s<>@]{1,200}@[^\s<>@]{1,200}>|\[(?:image|bild|cid|inline|immagine|imagen|afbeelding)\b[^\]\n]{0,300}\]|Ticket: \d{4,9}|~~|\p{Extended_Pictographic})|(?<link>(?:https?:\/\/|www\.)[^\s<>"']{1,3000})|[\w.+-]{1,64}@[\w-]{1,63}(?:\.[\w-]{1,63}){1,8}|[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Thai}\p{Script=Lao}\p{Script=Khmer}]\p{M}{0,4}|(?:(?![\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Thai}\p{Script=Lao}\p{Script=Khmer}])[\p{L}\p{N}]\p{M}{0,8}){1,200}/gu;
// Servers that replace the links of mail.
const rewriter =
  /^(?:https?:\/\/)?[^/]{0,200}(?:safelinks\.protection\.outlook\.com|urldefense\.(?:com|proofpoint\.com))\//i;

/** The words of a line, in lower case and in one form. */
export function wordsIn(line: string): Word[] {
  const words: Word[] = [];
  for (const { 0: text, index, groups } of line.matchAll(wordPattern)) {
    const key = text
      .normalize("NFKC")
      .toLowerCase()
      .replace(/[.,;:!?)\]>"'<([]{1,10}$/, "");
    const isAside = groups?.aside !== undefined || rewriter.test(text);
    words.push({ key: isAside ? bareAside(key) : key, start: index, end: index + text.length, isAside });
  }
  return words;
}

function bareAside(key: string): string {
  return key.replace(/^[<([]?(?:mailto:)?/, "");
}

/**
 * Finds the words of each region, the lines of one quoted mail, that were not said before. Programs break lines elsewhere and leave words
 * out, so runs of words are looked for. What was said counts once in a region: who answers with words of the question says them again.
 */
export function findNewWords(regions: readonly (readonly (readonly Word[])[])[], said: readonly string[]): Found[] {
  const ids = new Map<string, number>();
  const idOf = (key: string) => {
    const id = ids.get(key) ?? ids.size;
    ids.set(key, id);
    return id;
  };
  const read = regions.map((lines) => lines.map((words) => words.map((word) => ({ id: idOf(word.key), ...word }))));
  const known = new SaidWords(said, ids);
  return read.map((lines) => {
    const spoken = lines.flatMap((words, line) => {
      const own = words.flatMap(({ id, isAside }, at) => (isAside ? [] : [{ id, line, at, isLast: false }]));
      const last = own.at(-1);
      if (last) last.isLast = true;
      return own;
    });
    const isKnown = align(spoken, known);
    const found = lines.map((words) => words.map(({ id, isAside, key }) => isAside && !known.hasAside(id, key)));
    for (const [index, { line, at }] of spoken.entries()) {
      const marks = found[line];
      if (marks) marks[at] = !isKnown[index];
    }
    return { lines: found, isUnknown: isKnown.length > 0 && !isKnown.includes(true) };
  });
}

type Spoken = { id: number; line: number; at: number; isLast: boolean };

/** What was said, as the ids of its words, with the places of each three words in a row and of each short line. */
class SaidWords {
  readonly #ids: number[] = [];
  readonly #size: number;
  readonly #asides = new Set<number>();
  readonly #triples = new Map<number, number[]>();
  readonly #shortLines = new Map<number, number[]>();
  readonly #textEnds: number[] = [];
  readonly #starts = new Set<number>();
  readonly #ends = new Set<number>();

  constructor(texts: readonly string[], ids: ReadonlyMap<string, number>) {
    this.#size = ids.size + 1;
    let rest = mostSaid;
    for (const text of texts) {
      for (const line of text.slice(0, rest).split("\n")) this.#take(wordsIn(line), ids);
      rest -= Math.min(rest, text.length);
      this.#textEnds.push(this.#ids.push(-1));
    }
    for (let at = 0; at < this.#ids.length; at++) this.#index(this.#triples, this.#keyAt(at), at);
  }

  #take(words: readonly Word[], ids: ReadonlyMap<string, number>): void {
    const at = this.#ids.length;
    for (const { key, isAside } of words) {
      const id = ids.get(key) ?? -1;
      if (isAside || /@|^https?:|^www\./.test(key)) this.#asides.add(id);
      if (!isAside) this.#ids.push(id);
    }
    const length = this.#ids.length - at;
    this.#starts.add(at);
    this.#ends.add(this.#ids.length);
    if (length > 0 && length < leastRun) this.#index(this.#shortLines, this.#keyOf(this.#ids.slice(at)), at);
  }

  #index(places: Map<number, number[]>, key: number, at: number): void {
    if (key < 0) return;
    const known = places.get(key);
    if (known === undefined) places.set(key, [at]);
    else if (known.length < mostPlaces) known.push(at);
  }

  /** A number for up to three words; negative if one of them is not asked for. */
  #keyOf(ids: readonly number[]): number {
    return ids.some((id) => id < 0) ? -1 : ids.reduce((key, id) => key * this.#size + id + 1, 0);
  }

  #keyAt(at: number): number {
    return at + leastRun > this.#ids.length ? -1 : this.#keyOf(this.#ids.slice(at, at + leastRun));
  }

  /** Pictures have any name, and a quoted mail may have the label of a ticket that was merged since. */
  hasAside(id: number, key: string): boolean {
    return this.#asides.has(id) || /^(?:cid:|\[|image|bild|inline|ticket:)/.test(key);
  }

  /** Where the first three of these words follow each other. */
  placesOf(words: readonly Spoken[]): readonly number[] {
    return this.#triples.get(this.#keyOf(words.map(({ id }) => id))) ?? [];
  }

  /** Where a line has only the first, or the first two, of these words. */
  shortLinesOf([first, second]: readonly Spoken[]): readonly number[] {
    const lines = first ? (this.#shortLines.get(this.#keyOf([first.id])) ?? []) : [];
    return first && second ? [...(this.#shortLines.get(this.#keyOf([first.id, second.id])) ?? []), ...lines] : lines;
  }

  /** Whether one place is below another in the same text. */
  isBelow(place: number, above: number): boolean {
    return place > above && place < (this.#textEnds.find((end) => end > above) ?? 0);
  }

  startsLine(place: number): boolean {
    return this.#starts.has(place);
  }

  /** Whether a run of words is whole lines. */
  isLines(start: number, run: number): boolean {
    return this.#starts.has(start) && this.#ends.has(start + run);
  }

  idAt(place: number): number {
    return this.#ids[place] ?? -1;
  }
}

/** Which words follow each other as they were said. */
function align(words: readonly Spoken[], said: SaidWords): boolean[] {
  const isKnown = words.map(() => false);
  const used = new Set<number>();
  let [place, tries] = [-1, 0];
  // The place that was left for another one, and the first word that was found there.
  let [left, inserted] = [-1, 0];
  const runFrom = (from: number, start: number, most: number) => {
    let run = 0;
    while (run < most && words[from + run]?.id === said.idAt(start + run) && !used.has(start + run)) run++;
    return run;
  };
  const endsLine = (at: number, run: number) => words[at + run - 1]?.isLast ?? false;
  for (let at = 0; at < words.length; ) {
    let [run, start] = [place < 0 ? 0 : cut(at, place + 1, runFrom(at, place + 1, words.length)), place + 1];
    if (run < leastRun && !(run > 0 && endsLine(at, run))) [run, start] = findPlace(at);
    for (let step = 0; step < run; step++) {
      isKnown[at + step] = true;
      used.add(start + step);
    }
    if (run > 0) {
      // What stands inside a mail's words but was said elsewhere is said again.
      if (start === left && start !== place + 1) isKnown.fill(false, inserted, at);
      if (place >= 0 && start !== place + 1) [left, inserted] = [place + 1, at];
      place = start + run - 1;
    }
    at += Math.max(1, run);
  }
  return isKnown;

  // A short answer may begin like the next line: "Yes" above "Yes or no?".
  function cut(at: number, start: number, run: number): number {
    const length = Math.min(run, certainRun - 1);
    for (let last = 1; last <= length && endsLine(at, run); last++) {
      const begin = start + run - last;
      if (said.startsLine(begin) && runFrom(at + run, begin, longestTry) > last) return run - last;
    }
    return run;
  }

  function findPlace(at: number): [run: number, start: number] {
    if (tries > mostTries) return [0, 0];
    const next = words.slice(at, at + leastRun);
    const isStart = words[at - 1]?.line !== words[at]?.line;
    // A short line, as a greeting, is recognized at the beginning, or below what was found in the same text.
    const isInText = (one: number) => place < 0 || said.isBelow(one, place);
    const places = [
      ...(left > 0 ? [left] : []),
      ...said.placesOf(next),
      ...(isStart ? said.shortLinesOf(next).filter(isInText) : []),
    ];
    tries += places.length * longestTry;
    let [best, start] = [0, 0];
    for (const one of places) {
      const run = runFrom(at, one, longestTry);
      const isNearer = run === best && start !== left && start <= place && one > place;
      if (run > best || isNearer) [best, start] = [run, one];
    }
    const isWhole = endsLine(at, best) && (best >= leastRun || said.isLines(start, best));
    const isBegun = best > 1 && said.isLines(start, best);
    return best >= certainRun || (isStart && (isWhole || isBegun)) ? [cut(at, start, best), start] : [0, 0];
  }
}
