import { type Answer, keyOf, type Question, type Reply } from "./question.ts";

/** Limits of the time to live, in seconds: a flood from one domain asks once, and no mistake stays for days. */
const ttlLimits = { least: 10, found: 86_400, absent: 3_600 };
/** Limit for found and absent names each, so that a flood of absent names evicts no existing ones. */
const mostOfKind = 10_000;
const mostCharacters = 8_000_000;

/** Records as JSON, which bounds their size. */
type Entry = { records: string; code: string | null; until: number };
type Store = { entries: Map<string, Entry>; characters: number };

/** A cache of answers by their time to live that evicts the least recently used. */
export class RememberedAnswers {
  readonly #now: () => number;
  readonly #found: Store = { entries: new Map(), characters: 0 };
  readonly #absent: Store = { entries: new Map(), characters: 0 };

  constructor(now: () => number = () => performance.now()) {
    this.#now = now;
  }

  /** Returns the cached answer to a question. */
  get(question: Question): Answer | undefined {
    const key = keyOf(question);
    const store = this.#found.entries.has(key) ? this.#found : this.#absent;
    const entry = store.entries.get(key);
    if (!entry) return undefined;
    this.#drop(store, key, entry);
    if (entry.until <= this.#now()) return undefined;
    put(store, key, entry);
    return { records: JSON.parse(entry.records), code: entry.code };
  }

  /** Caches a reply in place of an earlier one. */
  keep(question: Question, { records, code, seconds }: Reply): void {
    const key = keyOf(question);
    for (const store of [this.#found, this.#absent]) {
      const known = store.entries.get(key);
      if (known) this.#drop(store, key, known);
    }
    const store = code === null ? this.#found : this.#absent;
    const ttl = Math.min(Math.max(seconds, ttlLimits.least), code === null ? ttlLimits.found : ttlLimits.absent);
    put(store, key, { records: JSON.stringify(records), code, until: this.#now() + ttl * 1_000 });
    for (const [oldest, entry] of store.entries) {
      if (store.entries.size <= mostOfKind && store.characters <= mostCharacters) break;
      this.#drop(store, oldest, entry);
    }
  }

  #drop(store: Store, key: string, entry: Entry): void {
    store.entries.delete(key);
    store.characters -= key.length + entry.records.length;
  }
}

function put(store: Store, key: string, entry: Entry): void {
  store.entries.set(key, entry);
  store.characters += key.length + entry.records.length;
}
