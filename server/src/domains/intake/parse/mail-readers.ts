import { Worker } from "node:worker_threads";
import { UnparsableMail } from "./parsed-mail.ts";
import type { MailToRead, ReadAnswer, ReadMail } from "./read-mail.ts";

/** A message took longer than it may; its thread was ended. */
class MailReadTimeout extends Error {
  override readonly name = "MailReadTimeout";
}

/** The thread failed for a reason outside the message's own form: its memory ran out, or a file could not be read or written. */
class MailReadFailed extends Error {
  override readonly name = "MailReadFailed";
  readonly code: string | null;
  constructor(message: string, code: string | null) {
    super(message);
    this.code = code;
  }
}

/** Threads at most (started when needed), time a message may take in ms, heap of a thread in MB, and idle time in ms after which it ends. */
export type MailReadersOptions = { threads?: number; timeoutMs?: number; memoryMb?: number; idleMs?: number };

type Task = { input: MailToRead; resolve: (mail: ReadMail) => void; reject: (error: Error) => void };
type Thread = { worker: Worker; task: Task | null; timer: NodeJS.Timeout };

/** Reads messages off the main thread, one at a time in each of a few threads; those waiting queue in order. */
export class MailReaders {
  readonly #options: Required<MailReadersOptions>;
  readonly #threads = new Set<Thread>();
  readonly #queue: Task[] = [];
  #isClosed = false;

  constructor(options: MailReadersOptions = {}) {
    this.#options = { threads: 1, timeoutMs: 10_000, memoryMb: 192, idleMs: 60_000, ...options };
  }

  /** Reads one message. Rejects with UnparsableMail, MailReadTimeout or MailReadFailed. Bytes are copied to the thread. */
  read(input: MailToRead): Promise<ReadMail> {
    return new Promise((resolve, reject) => {
      if (this.#isClosed) return reject(new MailReadFailed("The mail readers are closed.", null));
      this.#queue.push({ input, resolve, reject });
      this.#next();
    });
  }

  /** Ends the threads at once; what they read and what waits rejects with MailReadFailed. */
  async close(): Promise<void> {
    this.#isClosed = true;
    for (const task of this.#queue.splice(0)) task.reject(new MailReadFailed("The mail readers are closed.", null));
    await Promise.all(
      [...this.#threads].map((thread) => this.#end(thread, new MailReadFailed("The mail readers are closed.", null))),
    );
  }

  #next(): void {
    if (this.#queue.length === 0) return;
    const idle = [...this.#threads].find((thread) => thread.task === null);
    const thread = idle ?? (this.#threads.size < this.#options.threads ? this.#start() : null);
    const task = thread && this.#queue.shift();
    if (!thread || !task) return;
    thread.task = task;
    this.#setTimer(thread, this.#options.timeoutMs, () => {
      const seconds = this.#options.timeoutMs / 1_000;
      void this.#end(thread, new MailReadTimeout(`The message could not be read within ${seconds} seconds.`));
    });
    thread.worker.ref();
    thread.worker.postMessage(task.input);
  }

  #start(): Thread {
    const worker = new Worker(new URL("./answer-mail-task.ts", import.meta.url), {
      resourceLimits: { maxOldGenerationSizeMb: this.#options.memoryMb, maxYoungGenerationSizeMb: 8 },
      // Flags of the main thread (a debugger's port, a test runner's loader) are not for this one.
      execArgv: [],
    });
    const thread: Thread = { worker, task: null, timer: setTimeout(() => undefined, 0) };
    this.#threads.add(thread);
    worker.on("message", (answer: ReadAnswer) => this.#finish(thread, answer));
    worker.on("error", (error) => {
      const code = "code" in error ? String(error.code) : null;
      void this.#end(thread, new MailReadFailed(error.message, code));
    });
    worker.on("exit", () => void this.#end(thread, new MailReadFailed("The reading thread ended.", null)));
    return thread;
  }

  #finish(thread: Thread, answer: ReadAnswer): void {
    const { task } = thread;
    thread.task = null;
    // An idle thread keeps neither the process alive nor, for long, its memory.
    thread.worker.unref();
    this.#setTimer(
      thread,
      this.#options.idleMs,
      () => void this.#end(thread, new MailReadFailed("The reading thread ended.", null)),
    );
    thread.timer.unref();
    this.#next();
    if (answer.ok) task?.resolve(answer.mail);
    else if (answer.unparsable) task?.reject(new UnparsableMail(answer.unparsable, answer.message));
    else task?.reject(new MailReadFailed(answer.message, answer.code));
  }

  async #end(thread: Thread, error: Error): Promise<void> {
    if (!this.#threads.delete(thread)) return;
    clearTimeout(thread.timer);
    const { task } = thread;
    thread.task = null;
    // Rejected only when the thread is gone: nobody reads its files any more, so the caller may remove them.
    await thread.worker.terminate();
    task?.reject(error);
    if (!this.#isClosed) this.#next();
  }

  #setTimer(thread: Thread, milliseconds: number, run: () => void): void {
    clearTimeout(thread.timer);
    thread.timer = setTimeout(run, milliseconds);
  }
}
