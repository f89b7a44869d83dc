import type { Owner } from "../bounded-work/fair-queue.ts";
import { codeOf } from "../error-code.ts";
import { askServers } from "./ask-servers.ts";
import { type NameServers, serversOf } from "./name-servers.ts";
import { type Answer, isRecordType, keyOf, type Question, type Reply, recordsOf } from "./question.ts";
import { QuestionTurns, type Taken } from "./question-turns.ts";

/** How many questions may be in flight at once: in all, of one store, and of one organisation in it. */
const mostAtOnce = 32;
const places = { group: 24, member: 8 };
/** A question unanswered for this long is late: it gives up its place, and its answer still counts. */
const lateMs = 1_000;
/** With this many late questions, servers may be dropping some: pause for each further one. */
const mostLate = 32;
const pauseMs = 100;
/** The most questions that waiting mails can have; further ones fail. */
const mostWaiting = 50_000;
/** Names that can be queried without escaping: labels of at most 63 characters. */
const plainName = /^(?=.{1,253}$)(?:[!-\-/-[\]-~]{1,63}\.){0,126}[!-\-/-[\]-~]{1,63}\.?$/;
const noName: Answer = { records: [], code: "EBADNAME" };

/** A question that was sent or waits to be. */
export type PendingQuestion = {
  /** Never rejects: an unanswered question gets an error code. */
  answer: Promise<Answer>;
  /** Whether it has been sent to a name server. */
  hasBegun(): boolean;
  /** Stops waiting for the answer. */
  leave(): void;
};

type Open = {
  question: Question;
  owners: Set<string>;
  answer: Promise<Answer>;
  resolve: (answer: Answer) => void;
  waiting: number;
  hasBegun: boolean;
  isOver: boolean;
};

/**
 * Sends name servers as few questions as possible: answers are cached for their time to live, concurrent equal
 * questions are shared, and only some are in flight, with stores and organisations taking turns. Slow questions block
 * no others.
 */
export class NameLookup {
  readonly #servers: () => readonly string[];
  readonly #remembered = new RememberedAnswers();
  readonly #open = new Map<string, Open>();
  readonly #turns = new QuestionTurns<Open>(places, (question) => !question.hasBegun && !question.isOver);
  #inPlaces = 0;
  #late = 0;
  #pause: NodeJS.Timeout | null = null;
  #answeredAt = Number.NEGATIVE_INFINITY;

  constructor(servers: Exclude<NameServers, "off">) {
    this.#servers = serversOf(servers);
  }

  /** Whether any name server answered within the last `ms`. */
  hasAnsweredWithin(ms: number): boolean {
    return performance.now() - this.#answeredAt < ms;
  }

  /** Returns the cached answer to a question. */
  known(question: Question): Answer | undefined {
    return plainName.test(question.name) ? this.#remembered.get(question) : noName;
  }

  /** Sends a question even if its answer is cached; concurrent callers share it. */
  ask(question: Question, owner: Owner): PendingQuestion {
    if (!plainName.test(question.name)) return withoutAsking(noName);
    const key = keyOf(question);
    const known = this.#open.get(key);
    if (!known && this.#open.size >= mostWaiting) return withoutAsking({ records: [], code: "EBUSY" });
    const open = known ?? this.#add(key, question);
    open.waiting += 1;
    const place = `${owner.group} ${owner.member}`;
    if (!open.hasBegun && !open.owners.has(place)) {
      open.owners.add(place);
      this.#turns.add(open, owner);
      this.#fill();
    }
    let isHere = true;
    return {
      answer: open.answer,
      hasBegun: () => open.hasBegun,
      leave: () => {
        if (isHere) open.waiting -= 1;
        isHere = false;
        if (open.waiting === 0 && !open.hasBegun) this.#end(open, { records: [], code: "ECANCELLED" });
      },
    };
  }

  /**
   * Returns a name's records in the format of node:dns, from the cache or a server. Rejects like node:dns, with
   * ENOTFOUND and ENODATA if there are none.
   */
  async resolve(name: string, type: string, owner: Owner = { group: "", member: "" }): Promise<string[]> {
    if (!isRecordType(type)) throw Object.assign(new Error(`Nobody asks for ${type}`), { code: "EBADQUERY" });
    const question = { name, type };
    return recordsOf(this.known(question) ?? (await this.ask(question, owner).answer), question);
  }

  #add(key: string, question: Question): Open {
    const { promise: answer, resolve } = Promise.withResolvers<Answer>();
    const state = { waiting: 0, hasBegun: false, isOver: false };
    const open: Open = { question, owners: new Set(), answer, resolve, ...state };
    this.#open.set(key, open);
    return open;
  }

  #fill(): void {
    while (this.#pause === null && this.#inPlaces < mostAtOnce) {
      const taken = this.#turns.take();
      if (taken.length === 0) return;
      for (const turn of taken) void this.#begin(turn);
      if (this.#late < mostLate) continue;
      this.#pause = setTimeout(() => {
        this.#pause = null;
        this.#fill();
      }, pauseMs * taken.length);
    }
  }

  async #begin({ item: open, end }: Taken<Open>): Promise<void> {
    open.hasBegun = true;
    this.#inPlaces += 1;
    const leavePlace = () => {
      this.#inPlaces -= 1;
      end();
      this.#fill();
    };
    let isLate = false;
    const late = setTimeout(() => {
      isLate = true;
      this.#late += 1;
      leavePlace();
    }, lateMs);
    this.#end(open, await this.#askServers(open.question));
    clearTimeout(late);
    if (isLate) this.#late -= 1;
    else leavePlace();
  }

  async #askServers(question: Question): Promise<Answer> {
    try {
      const reply = await askServers(this.#servers(), question);
      this.#answeredAt = performance.now();
      this.#remembered.keep(question, reply);
      return reply;
    } catch (error) {
      // The code is all there is to know.
      return { records: [], code: codeOf(error) ?? "ETIMEOUT" };
    }
  }

  #end(open: Open, answer: Answer): void {
    open.isOver = true;
    this.#open.delete(keyOf(open.question));
    open.resolve(answer);
  }
}

function withoutAsking(known: Answer): PendingQuestion {
  const answer = Promise.resolve(known);
  return { answer, hasBegun: () => false, leave: () => undefined };
}

const shared = new Map<string, NameLookup>();

/** Returns this process's lookup for these servers, so that all callers share its cache and places. */
export function lookupAt(servers: Exclude<NameServers, "off">): NameLookup {
  const key = String(servers);
  const known = shared.get(key);
  if (known) return known;
  const lookup = new NameLookup(servers);
  shared.set(key, lookup);
  return lookup;
}

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
