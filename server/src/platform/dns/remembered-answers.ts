import { type Answer, keyOf, type Question, type Reply } from "./question.ts";

/** What is told to hold shorter or longer is kept so long, in seconds: a flood of one domain asks it once, and no mistake stays for days. */
const holds = { least: 10, found: 86_400, absent: 3_600 };
/** Of either kind, so that a flood of names that there are not pushes none out that there are. */
const mostOfKind = 10_000;
const mostCharacters = 8_000_000;

/** Records as JSON: no more is kept than that. */
type Kept = { records: string; code: string | null; until: number };
type Shelf = { kept: Map<string, Kept>; characters: number };

/** What name servers said, for as long as they said that it holds; of the rest those that were asked for last. */
export class RememberedAnswers {
  readonly #now: () => number;
  readonly #found: Shelf = { kept: new Map(), characters: 0 };
  readonly #absent: Shelf = { kept: new Map(), characters: 0 };

  /** `now` is a clock in milliseconds. */
  constructor(now: () => number = () => performance.now()) {
    this.#now = now;
  }

  /** What is known of a question. */
  get(question: Question): Answer | undefined {
    const key = keyOf(question);
    const shelf = this.#found.kept.has(key) ? this.#found : this.#absent;
    const kept = shelf.kept.get(key);
    if (!kept) return undefined;
    this.#drop(shelf, key, kept);
    if (kept.until <= this.#now()) return undefined;
    put(shelf, key, kept);
    return { records: JSON.parse(kept.records), code: kept.code };
  }

  /** Keeps a reply in place of what was known. */
  keep(question: Question, { records, code, seconds }: Reply): void {
    const key = keyOf(question);
    for (const shelf of [this.#found, this.#absent]) {
      const known = shelf.kept.get(key);
      if (known) this.#drop(shelf, key, known);
    }
    const shelf = code === null ? this.#found : this.#absent;
    const held = Math.min(Math.max(seconds, holds.least), code === null ? holds.found : holds.absent);
    put(shelf, key, { records: JSON.stringify(records), code, until: this.#now() + held * 1_000 });
    for (const [oldest, one] of shelf.kept) {
      if (shelf.kept.size <= mostOfKind && shelf.characters <= mostCharacters) break;
      this.#drop(shelf, oldest, one);
    }
  }

  #drop(shelf: Shelf, key: string, kept: Kept): void {
    shelf.kept.delete(key);
    shelf.characters -= key.length + kept.records.length;
  }
}

function put(shelf: Shelf, key: string, kept: Kept): void {
  shelf.kept.set(key, kept);
  shelf.characters += key.length + kept.records.length;
}
