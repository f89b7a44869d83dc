import { setImmediate } from "node:timers/promises";
import { FairPlaces, type Owner, type Places } from "../../../platform/bounded-work/fair-queue.ts";
import { SeparateWorker } from "../../../platform/bounded-work/separate-worker.ts";
import type { NameLookup, PendingQuestion } from "../../../platform/dns/name-lookup.ts";
import { type Answer, isAbsenceCode, keyOf, type Question } from "../../../platform/dns/question.ts";
import type { CheckedMail, CheckStep, MailToCheck, ReadSignatures } from "./check-mail.ts";
import { organisationOf } from "./domains.ts";

/** How a mail is looked up: for which store, for how long in all, and what is called as soon as it waits for name servers. */
export type Look = { store?: string; leftMs?: number; onWait?: () => void };

/**
 * What was found out about a mail's sender. It is `late` where name servers took longer than there was time, `crowded` where so
 * many others were before it that it was not all asked for, and `isMute` where nobody has answered anybody anything meanwhile.
 */
export type LookedUp = { checked: CheckedMail | null; short: "late" | "crowded" | null; isMute: boolean };

/** Who is asked about names. */
type Names = Pick<NameLookup, "known" | "ask" | "hasAnsweredWithin">;

/** What is known before anything was asked. */
type Unasked = Omit<MailToCheck, "answers" | "signatures" | "limitMs">;

type Size = "small" | "large";
/** How many mails of a store are worked on at once, and how many of those that say to be of one organisation. */
const places: Record<Size, Places> = { small: { group: 8, member: 4 }, large: { group: 1, member: 1 } };
/** Large ones have a thread of their own: what one hashes of 20 MB holds up no short mail. */
const mostAtOnce: Record<Size, number> = { small: 16, large: 2 };
/** No policy takes so many rounds of questions: what is not known by then is as good as unanswered. */
const mostRounds = 40;

const unanswered: Answer = { records: [], code: "ETIMEOUT" };

/** What a new thread loads everything for: there is nothing to look up about it. */
const nothing: MailToCheck = {
  raw: new Uint8Array(),
  head: { fields: [], isPlain: false },
  from: "",
  fromDomain: "",
  client: null,
  trustedSealers: [],
  answers: new Map(),
  signatures: null,
  limitMs: 1_000,
};

type State = { answers: Map<string, Answer>; short: LookedUp["short"]; asked: number; heard: number };

/**
 * Looks up who sent mails, in rounds: a thread checks a mail with what name servers have answered, and they are asked what it
 * misses. None waits for them in a thread's place, so whoever's names are known is checked at once.
 */
export class SenderLookup {
  readonly #limitMs: number;
  readonly #threads: Record<Size | "alone", SeparateWorker<MailToCheck, CheckStep>>;
  readonly #turns: Record<Size, FairPlaces> = {
    small: new FairPlaces(places.small),
    large: new FairPlaces(places.large),
  };

  /** `limitMs` is how long a mail's own bytes may take, and its name servers where nobody says for how long it is looked up. */
  constructor(limitMs: number) {
    this.#limitMs = limitMs;
    this.#threads = {
      small: threadFor(limitMs, mostAtOnce.small),
      large: threadFor(limitMs, mostAtOnce.large),
      alone: threadFor(limitMs, 1),
    };
  }

  /** Looks one mail up. Rejects with a WorkerFault where its own bytes bring the thread down. */
  async run(mail: Unasked, names: Names, look: Look): Promise<LookedUp> {
    const { store = "", leftMs = this.#limitMs, onWait = () => undefined } = look;
    const owner = { group: store, member: organisationOf(mail.from) };
    const began = performance.now();
    const over = Promise.withResolvers<void>();
    // It keeps no process alive.
    const timer = setTimeout(over.resolve, leftMs).unref();
    const state: State = { answers: new Map(), short: null, asked: 0, heard: 0 };
    const isMute = () => state.asked > 0 && state.heard === 0 && !names.hasAnsweredWithin(performance.now() - began);
    let signatures: ReadSignatures | null = null;
    try {
      for (let round = 1; ; round += 1) {
        const left = Math.max(this.#limitMs, leftMs - (performance.now() - began));
        const toCheck = { ...mail, answers: state.answers, signatures, limitMs: this.#limitMs };
        const step = await this.#step(toCheck, owner, left);
        if (!step) return { checked: null, short: "crowded", isMute: false };
        signatures = step.signatures;
        if (step.missing.length === 0 || isProven(step.checked))
          return { checked: step.checked, short: state.short, isMute: isMute() };
        if (round >= mostRounds) state.short ??= "late";
        await fillIn(firstOf(step.missing), state, { names, owner, onWait, over: over.promise });
      }
    } finally {
      clearTimeout(timer);
    }
  }

  /** Ends the threads at once. */
  async close(): Promise<void> {
    await Promise.all(Object.values(this.#threads).map((thread) => thread.close()));
  }

  async #step(mail: MailToCheck, { group, member }: Owner, leftMs: number): Promise<CheckStep | null> {
    const size = typeof mail.raw === "string" ? "large" : "small";
    const leave = await this.#turns[size].enter({ group, member: `${group} ${member}` }, leftMs);
    if (!leave) return null;
    try {
      // Another mail may have brought the thread down.
      return await this.#threads[size].run(mail).catch(() => this.#threads.alone.run(mail));
    } finally {
      leave();
    }
  }
}

/** Whether nothing that is not known yet changes what is said: no policy takes back what a domain proves itself. */
function isProven({ dmarc, isReplyToOpen }: CheckedMail): boolean {
  return dmarc === "pass" && !isReplyToOpen;
}

/** What is asked first: what may prove a sender. Only of whom it does not prove the policies are asked for. */
function firstOf(missing: Question[]): Question[] {
  const proofs = missing.filter(({ name }) => !name.startsWith("_dmarc."));
  return proofs.length > 0 ? proofs : missing;
}

type Asking = { names: Names; owner: Owner; onWait: () => void; over: Promise<void> };

/** Asks what is missing, and waits for it as long as there is time: of the rest nothing is known. */
async function fillIn(missing: Question[], state: State, { names, owner, onWait, over }: Asking): Promise<void> {
  const { answers } = state;
  const open: { key: string; asked: PendingQuestion }[] = [];
  for (const question of missing) {
    const known = names.known(question);
    if (known) answers.set(keyOf(question), known);
    else if (state.short === null) open.push({ key: keyOf(question), asked: names.ask(question, owner) });
    else answers.set(keyOf(question), unanswered);
  }
  if (open.length === 0) return;
  onWait();
  const answered = open.map(async ({ key, asked }) => {
    const answer = await asked.answer;
    answers.set(key, answer);
    if (answer.code === null || isAbsenceCode(answer.code)) state.heard += 1;
  });
  // Where time is over, what is there counts still.
  await Promise.race([Promise.all(answered), over.then(() => setImmediate())]);
  state.asked += open.filter(({ asked }) => asked.hasBegun()).length;
  if (open.some(({ asked }) => !asked.hasBegun())) state.short = "crowded";
  else if (open.some(({ key }) => !answers.has(key))) state.short = "late";
  for (const { key, asked } of open) {
    if (!answers.has(key)) answers.set(key, unanswered);
    asked.leave();
  }
}

function threadFor(limitMs: number, atOnce: number): SeparateWorker<MailToCheck, CheckStep> {
  return new SeparateWorker({
    file: new URL("./check-mail.ts", import.meta.url),
    name: "checkMail",
    runtime: "worker_threads",
    limitMs: 2 * limitMs + 5_000,
    idleMs: 60_000,
    atOnce,
    warmUp: { input: nothing, limitMs: 20_000 },
    memoryMb: 96,
  });
}
