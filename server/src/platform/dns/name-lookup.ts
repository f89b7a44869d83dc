import type { Owner } from "../bounded-work/fair-queue.ts";
import { codeOf } from "../error-code.ts";
import { askServers } from "./ask-servers.ts";
import { type NameServers, serversOf } from "./name-servers.ts";
import { type Answer, isRecordType, keyOf, type Question, recordsOf } from "./question.ts";
import { QuestionTurns, type Taken } from "./question-turns.ts";
import { RememberedAnswers } from "./remembered-answers.ts";

/** How many questions are newly asked at once, of one store and of one organisation there. */
const mostAtOnce = 32;
const places = { group: 24, member: 8 };
/** One that was not answered so soon is late: it leaves its place to others, and its answer still counts. */
const lateMs = 1_000;
/** While so many are late, so perhaps dropped, the next are asked after a pause for each. */
const mostLate = 32;
const pauseMs = 100;
/** As many mails have at most that wait at once; beyond that one is as good as never asked. */
const mostWaiting = 50_000;
/** What can be asked for: labels of 63 signs at most, none of which would have to be written in another way. */
const plainName = /^(?=.{1,253}$)(?:[!-\-/-[\]-~]{1,63}\.){0,126}[!-\-/-[\]-~]{1,63}\.?$/;
const noName: Answer = { records: [], code: "EBADNAME" };

/** A question that was asked, or waits to be. */
export type Asked = {
  /** Never rejects: what nobody answered has the code of that. */
  answer: Promise<Answer>;
  /** Whether it was sent to a name server yet. */
  hasBegun(): boolean;
  /** Nobody waits for it here any more. */
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
 * Asks name servers as few questions as possible: what they said is remembered for as long as they said that it holds, each question is
 * asked once at a time, whoever asks, and only some are in flight at once, those of stores and organisations in turn. None stands
 * behind those that take long.
 */
export class NameLookup {
  readonly #servers: () => readonly string[];
  readonly #remembered = new RememberedAnswers();
  readonly #open = new Map<string, Open>();
  readonly #turns = new QuestionTurns<Open>(places, (one) => !one.hasBegun && !one.isOver);
  #inPlaces = 0;
  #late = 0;
  #pause: NodeJS.Timeout | null = null;
  #answeredAt = Number.NEGATIVE_INFINITY;

  constructor(servers: Exclude<NameServers, "off">) {
    this.#servers = serversOf(servers);
  }

  /** Whether anybody answered anything in the last so many milliseconds. */
  hasAnsweredWithin(ms: number): boolean {
    return performance.now() - this.#answeredAt < ms;
  }

  /** What is known of a question without asking. */
  known(question: Question): Answer | undefined {
    return plainName.test(question.name) ? this.#remembered.get(question) : noName;
  }

  /** Asks a question for somebody, also where the answer is remembered: whoever asks the same at that moment shares it. */
  ask(question: Question, owner: Owner): Asked {
    if (!plainName.test(question.name)) return neverAsked(noName);
    const key = keyOf(question);
    const known = this.#open.get(key);
    if (!known && this.#open.size >= mostWaiting) return neverAsked({ records: [], code: "EBUSY" });
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
   * The records of a name as node:dns gives them. Rejects as node:dns does, ENOTFOUND and ENODATA where the answer is that there
   * are none.
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
      for (const one of taken) void this.#begin(one);
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
      // By which of the codes it was not answered is all that there is to know.
      return { records: [], code: codeOf(error) ?? "ETIMEOUT" };
    }
  }

  #end(open: Open, answer: Answer): void {
    open.isOver = true;
    this.#open.delete(keyOf(open.question));
    open.resolve(answer);
  }
}

function neverAsked(known: Answer): Asked {
  const answer = Promise.resolve(known);
  return { answer, hasBegun: () => false, leave: () => undefined };
}

const shared = new Map<string, NameLookup>();

/** The one of this process that asks these servers: whoever asks them shares what is known, and the places. */
export function lookupAt(servers: Exclude<NameServers, "off">): NameLookup {
  const key = String(servers);
  const known = shared.get(key);
  if (known) return known;
  const lookup = new NameLookup(servers);
  shared.set(key, lookup);
  return lookup;
}
