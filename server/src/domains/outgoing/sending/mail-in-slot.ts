import type { Leave } from "../../../platform/fair-queue.ts";
import type { Recall } from "../../../platform/mailer/mailer.ts";

/** A mail that is being sent: in a quick slot, and in a slow one once it has left that. */
export class MailInSlot {
  readonly destination: string;
  readonly recall: Recall;
  /** Whether it takes longer than a quick slot is for. */
  isLate = false;
  readonly #ending = new AbortController();
  readonly #leave: Leave;
  #isSlow = false;
  #hasBegun = false;

  constructor(destination: string, leave: Leave) {
    this.destination = destination;
    this.#leave = leave;
    this.recall = {
      signal: this.#ending.signal,
      contentBegins: () => {
        this.#hasBegun = true;
      },
    };
  }

  get isSlow(): boolean {
    return this.#isSlow;
  }

  /** Whether its content goes over. */
  get hasBegun(): boolean {
    return this.#hasBegun;
  }

  get isEnded(): boolean {
    return this.#ending.signal.aborted;
  }

  /** Never once its content goes over: it would be sent twice (docs/decisions/0009). */
  get mayBeEnded(): boolean {
    return this.isLate && !this.#hasBegun && !this.isEnded;
  }

  leaveQuick(): void {
    this.#isSlow = true;
    this.#leave();
  }

  end(): void {
    this.#ending.abort();
  }
}
