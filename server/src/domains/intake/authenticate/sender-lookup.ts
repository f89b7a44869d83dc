import { setImmediate } from "node:timers/promises";
import { FairPlaces, type Owner, type Places } from "../../../platform/bounded-work/fair-queue.ts";
import { SeparateWorker } from "../../../platform/bounded-work/separate-worker.ts";
import type { NameLookup, PendingQuestion } from "../../../platform/dns/name-lookup.ts";
import { type Answer, isAbsenceCode, keyOf, type Question } from "../../../platform/dns/question.ts";
import type { CheckedMail, CheckStep, MailToCheck, ReadSignatures } from "./check-mail.ts";
import { organisationOf } from "./domains.ts";

/** The store of a look-up, its time limit, and a callback for when it begins to wait for name servers. */
export type LookupOptions = { store?: string; leftMs?: number; onWait?: () => void };

/**
 * The result of a look-up. `late` means that name servers took too long, `crowded` that not everything could be asked because of
 * others before it, and `isMute` that no name server answered anybody in the meantime.
 */
export type LookupResult = { checked: CheckedMail | null; short: "late" | "crowded" | null; isMute: boolean };

/** The source of DNS answers. */
type NameSource = Pick<NameLookup, "known" | "ask" | "hasAnsweredWithin">;

/** A mail before anything was asked. */
type MailToLookUp = Omit<MailToCheck, "answers" | "signatures" | "limitMs">;

type Size = "small" | "large";
/** Limits the mails of a store, and of one claimed organisation within it, that are worked on at once. */
const places: Record<Size, Places> = { small: { group: 8, member: 4 }, large: { group: 1, member: 1 } };
/** Large mails have a thread of their own, so that hashing 20 MB does not delay short ones. */
const mostAtOnce: Record<Size, number> = { small: 16, large: 2 };
/** More rounds than any policy needs; after these, missing answers count as unanswered. */
const mostRounds = 40;

const unanswered: Answer = { records: [], code: "ETIMEOUT" };

/** An empty mail that makes a new thread load its code. */
const emptyMail: MailToCheck = {
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

type State = { answers: Map<string, Answer>; short: LookupResult["short"]; asked: number; heard: number };

/**
 * Looks up senders in rounds: a thread checks a mail with the answers so far, then name servers are asked what is missing. No mail
 * holds a thread while it waits, so mails with known answers are checked at once.
 */
export class SenderLookup {
  readonly #limitMs: number;
  readonly #threads: Record<Size | "alone", SeparateWorker<MailToCheck, CheckStep>>;
  readonly #turns: Record<Size, FairPlaces> = {
    small: new FairPlaces(places.small),
    large: new FairPlaces(places.large),
  };

  /** `limitMs` limits reading a mail itself, and its look-ups if the caller sets no limit for them. */
  constructor(limitMs: number) {
    this.#limitMs = limitMs;
    this.#threads = {
      small: threadFor(limitMs, mostAtOnce.small),
      large: threadFor(limitMs, mostAtOnce.large),
      alone: threadFor(limitMs, 1),
    };
  }

  /** Looks up one mail. Rejects with a WorkerFault if the mail itself makes the thread fail. */
  async run(mail: MailToLookUp, names: NameSource, look: LookupOptions): Promise<LookupResult> {
    const { store = "", leftMs = this.#limitMs, onWait = () => undefined } = look;
    const owner = { group: store, member: organisationOf(mail.from) };
    const began = performance.now();
    const over = Promise.withResolvers<void>();
    // Does not keep the process alive.
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
        await askMissing(firstOf(step.missing), state, { names, owner, onWait, over: over.promise });
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
      // Another mail may have made the thread fail.
      return await this.#threads[size].run(mail).catch(() => this.#threads.alone.run(mail));
    } finally {
      leave();
    }
  }
}

/** Whether missing answers cannot change the verdict: no policy revokes a domain's own proof. */
function isProven({ dmarc, isReplyToOpen }: CheckedMail): boolean {
  return dmarc === "pass" && !isReplyToOpen;
}

/** The questions to ask first, those that may prove the sender; policies are needed only if these do not. */
function firstOf(missing: Question[]): Question[] {
  const proofs = missing.filter(({ name }) => !name.startsWith("_dmarc."));
  return proofs.length > 0 ? proofs : missing;
}

type Asking = { names: NameSource; owner: Owner; onWait: () => void; over: Promise<void> };

/** Asks what is missing and waits while there is time; the rest counts as unanswered. */
async function askMissing(missing: Question[], state: State, { names, owner, onWait, over }: Asking): Promise<void> {
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
  // Answers that have arrived when the time is over still count.
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
    warmUp: { input: emptyMail, limitMs: 20_000 },
    memoryMb: 96,
  });
}
