import { SeparateWorker, WorkerFault } from "../../../platform/separate-worker.ts";
import { UnparsableMail } from "../parse/parsed-mail.ts";
import type { MailToRead, ReadMail, ReadOutcome } from "./read-mail.ts";

/** Reads messages off the main thread, one at a time; those waiting queue in order. */
export class MailReaders {
  readonly #thread: SeparateWorker<MailToRead, ReadOutcome>;
  readonly #limitMs: number;

  /** `limitMs` is how long a message may take. */
  constructor({ limitMs = 10_000 } = {}) {
    this.#limitMs = limitMs;
    this.#thread = new SeparateWorker({
      file: new URL("./read-mail.ts", import.meta.url),
      name: "tryReadingMail",
      runtime: "worker_threads",
      limitMs,
      idleMs: 60_000,
      memoryMb: 192,
    });
  }

  /** Reads one message. Rejects with UnparsableMail, or a WorkerFault for a reason outside the message's own form. */
  async read(input: MailToRead): Promise<ReadMail> {
    const answer = await this.#thread.run(input).catch((error: unknown) => {
      if (!(error instanceof WorkerFault) || error.kind !== "slow") throw error;
      throw new WorkerFault("slow", `The message could not be read within ${this.#limitMs / 1_000} seconds.`);
    });
    if ("unparsable" in answer) throw new UnparsableMail(answer.unparsable, answer.message);
    return answer.mail;
  }

  /** Ends the thread at once; what it reads and what waits rejects. */
  close(): Promise<void> {
    return this.#thread.close();
  }
}
