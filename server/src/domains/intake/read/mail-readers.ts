import { join } from "node:path";
import { Gathering } from "../../../platform/gather.ts";
import { SeparateWorker, WorkerFault } from "../../../platform/separate-worker.ts";
import { UnparsableMail } from "../parse/parsed-mail.ts";
import type { MailToRead, ReadMail, ReadOutcome } from "./read-mail.ts";

/** Reads messages off the main thread, in the order in which they came; small ones that wait go there together. */
export class MailReaders {
  readonly #thread: SeparateWorker<MailToRead[], ReadOutcome[]>;
  readonly #limitMs: number;
  readonly #small = new Gathering((_, inputs: MailToRead[]) => this.#readTogether(inputs), { most: 8, atOnce: 1 });

  /** `limitMs` is how long a message may take. */
  constructor({ limitMs = 10_000 } = {}) {
    this.#limitMs = limitMs;
    this.#thread = new SeparateWorker({
      file: new URL("./read-mail.ts", import.meta.url),
      name: "tryReadingMails",
      runtime: "worker_threads",
      limitMs,
      idleMs: 60_000,
      memoryMb: 192,
    });
  }

  /** Reads one message. Rejects with UnparsableMail, or a WorkerFault for a reason outside the message's own form. */
  async read(input: MailToRead): Promise<ReadMail> {
    const answer = await (typeof input.raw === "string" ? this.#readAlone(input) : this.#small.add("", input));
    if (answer instanceof WorkerFault) throw answer;
    if ("unparsable" in answer) throw new UnparsableMail(answer.unparsable, answer.message);
    return answer.mail;
  }

  // The way to the thread and back takes as long as reading a short mail.
  async #readTogether(inputs: MailToRead[]): Promise<(ReadOutcome | WorkerFault)[]> {
    const [single] = inputs;
    if (single && inputs.length === 1) return [await this.#readAlone(single)];
    try {
      return await this.#thread.run(inputs);
    } catch {
      // One of them is to blame: each by itself.
      return Promise.all(inputs.map((input) => this.#readAgain(input)));
    }
  }

  // What the attempt before has written stays in nobody's way.
  async #readAgain(input: MailToRead): Promise<ReadOutcome | WorkerFault> {
    const { attachmentFolder } = input;
    const anew = attachmentFolder === null ? null : join(attachmentFolder, "again");
    return this.#readAlone({ ...input, attachmentFolder: anew });
  }

  async #readAlone(input: MailToRead): Promise<ReadOutcome | WorkerFault> {
    try {
      const [answer] = await this.#thread.run([input]);
      return answer ?? new WorkerFault("broken", "The thread gave no answer");
    } catch (error) {
      if (!(error instanceof WorkerFault)) throw error;
      // Whoever asked for this message is told.
      if (error.kind !== "slow") return error;
      return new WorkerFault("slow", `The message could not be read within ${this.#limitMs / 1_000} seconds.`);
    }
  }

  /** Ends the thread at once; what it reads and what waits rejects. */
  close(): Promise<void> {
    return this.#thread.close();
  }
}
