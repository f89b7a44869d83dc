import { availableParallelism } from "node:os";
import { join } from "node:path";
import { allButOne, FairQueue, type Owner } from "../../../platform/bounded-work/fair-queue.ts";
import { SeparateWorker, WorkerFault } from "../../../platform/bounded-work/separate-worker.ts";
import { readingSeconds } from "../../../platform/metrics/counted.ts";
import { UnparsableMail } from "../parse/parsed-mail.ts";
import type { MailToRead, ReadMail, ReadOutcome } from "./read-mail.ts";

/** The store and sender of a mail; `isLate` if reading it took too long before, `isApart` if a process died with it. */
export type ReadingTurn = { store: string; sender: string; isLate: boolean; isApart?: boolean };

export type MailReadersOptions = {
  /** Replaces the usual time limits. */
  limitMs?: number;
  threads?: number;
  /** The module that reads; for tests. */
  file?: URL;
};

type Thread = SeparateWorker<MailToRead[], ReadOutcome[]>;
type Call = { input: MailToRead; limitMs: number; resolve: (outcome: ReadOutcome | WorkerFault) => void };

const mostTogether = 8;
/** Time limits, ten times what a mail takes: for one that fits a stored chunk or is larger, and after an attempt that was too slow. */
const limits = { small: { fresh: 5_000, late: 20_000 }, large: { fresh: 20_000, late: 30_000 } };
const nobody: ReadingTurn = { store: "", sender: "", isLate: false };

/**
 * Reads messages off the main thread. Stores take turns, and senders within a store; mail that was too slow before goes last. No store or
 * sender ever occupies both threads. Small waiting mails of a store are read together. A mail that a process died with is read alone in
 * a process of its own, to find out whether it is to blame.
 */
export class MailReaders {
  readonly #limitMs: number | undefined;
  readonly #threads: readonly Thread[];
  readonly #apart: Thread;
  readonly #idle: Thread[];
  readonly #queue: FairQueue<Call>;

  constructor({ limitMs, threads, file = new URL("./read-mail.ts", import.meta.url) }: MailReadersOptions = {}) {
    const most = threads ?? (availableParallelism() > 1 ? 2 : 1);
    this.#limitMs = limitMs;
    this.#threads = Array.from({ length: most }, () => threadOf(file, "worker_threads"));
    this.#apart = threadOf(file, "child_process");
    this.#idle = [...this.#threads];
    this.#queue = new FairQueue(allButOne(most));
  }

  /** Reads one message. Rejects with UnparsableMail, or with a WorkerFault if the message's form is not the reason. */
  async read(input: MailToRead, { store, sender, isLate, isApart }: ReadingTurn = nobody): Promise<ReadMail> {
    const owner: Owner = { group: store, member: sender };
    const answer = await new Promise<ReadOutcome | WorkerFault>((resolve) => {
      const { fresh, late } = limits[typeof input.raw === "string" ? "large" : "small"];
      const call = { input, limitMs: this.#limitMs ?? (isLate ? late : fresh), resolve };
      if (isApart) return void readAlone(this.#apart, call).then(resolve);
      this.#queue.add(call, owner, isLate);
      this.#serve();
    });
    if (answer instanceof WorkerFault) throw answer;
    if ("unparsable" in answer) throw new UnparsableMail(answer.unparsable, answer.message);
    return answer.mail;
  }

  #serve(): void {
    for (let thread = this.#idle.pop(); thread; thread = this.#idle.pop()) {
      const batch = this.#queue.take(mostTogether, isSmall);
      if (batch === null) return void this.#idle.push(thread);
      void this.#readTaken(thread, batch);
    }
  }

  async #readTaken(thread: Thread, { items, end }: { items: Call[]; end(): void }): Promise<void> {
    const began = performance.now();
    await readTogether(thread, items);
    const seconds = (performance.now() - began) / 1_000 / items.length;
    for (const call of items) readingSeconds.observe({ size: isSmall(call) ? "small" : "large" }, seconds);
    end();
    this.#idle.push(thread);
    this.#serve();
  }

  /** Ends the threads at once; running and waiting readings reject. */
  async close(): Promise<void> {
    await Promise.all([...this.#threads, this.#apart].map((thread) => thread.close()));
  }
}

function threadOf(file: URL, runtime: "worker_threads" | "child_process"): Thread {
  return new SeparateWorker({
    file,
    name: "tryReadingMails",
    runtime,
    limitMs: limits.large.late,
    idleMs: 60_000,
    memoryMb: 192,
    warmUp: { input: [], limitMs: 30_000 },
  });
}

function isSmall({ input }: Call): boolean {
  return typeof input.raw !== "string";
}

// The way to the thread and back takes as long as reading a short mail.
async function readTogether(thread: Thread, calls: Call[]): Promise<void> {
  const [single] = calls;
  if (single && calls.length === 1) return single.resolve(await readAlone(thread, single));
  try {
    const limitMs = Math.max(...calls.map((call) => call.limitMs));
    const outcomes = await thread.run(
      calls.map(({ input }) => input),
      limitMs,
    );
    for (const [at, call] of calls.entries()) call.resolve(outcomes[at] ?? noAnswer());
  } catch {
    // One of the mails is to blame, so each is read alone.
    for (const call of calls) call.resolve(await readAlone(thread, again(call)));
  }
}

// Uses another folder, so that files of the failed attempt do not interfere.
function again(call: Call): Call {
  const { attachmentFolder } = call.input;
  const anew = attachmentFolder === null ? null : join(attachmentFolder, "again");
  return { ...call, input: { ...call.input, attachmentFolder: anew } };
}

async function readAlone(thread: Thread, { input, limitMs }: Call): Promise<ReadOutcome | WorkerFault> {
  try {
    const [answer] = await thread.run([input], limitMs);
    return answer ?? noAnswer();
  } catch (error) {
    if (!(error instanceof WorkerFault)) return new WorkerFault("broken", String(error), { cause: error });
    // The thread's message is about its own limit; the caller gets this mail's.
    if (error.kind !== "slow") return error;
    return new WorkerFault("slow", `The message could not be read within ${limitMs / 1_000} seconds.`);
  }
}

function noAnswer(): WorkerFault {
  return new WorkerFault("broken", "The thread gave no answer");
}
