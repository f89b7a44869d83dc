import type { SmtpLimits } from "./smtp-limits.ts";

type Limits = Pick<SmtpLimits, "mailMs" | "sessionMs" | "refusedRecipients" | "idleCommands">;

/** How long a session is borne with: what it did so far, and the words that end it. */
export class SessionPatience {
  readonly #limits: Limits;
  readonly #began: number;
  #waitsSince: number;
  #idleCommands = 0;
  #refusedRecipients = 0;

  constructor(limits: Limits, now: number) {
    this.#limits = limits;
    this.#began = now;
    this.#waitsSince = now;
  }

  /** Whatever the client said, unless `addRecipient` or `store` follows. */
  hear(): void {
    this.#idleCommands += 1;
  }

  addRecipient(): void {
    this.#idleCommands -= 1;
  }

  refuseRecipient(): void {
    this.#refusedRecipients += 1;
  }

  store(now: number): void {
    this.#idleCommands = 0;
    this.#waitsSince = now;
  }

  /** Why the session has to end now; null while it need not. `hasBegunMail` says that it is between MAIL and the end of its mail. */
  end(now: number, hasBegunMail: boolean): string | null {
    const { mailMs, sessionMs, refusedRecipients, idleCommands } = this.#limits;
    if (hasBegunMail) this.#waitsSince = now;
    if (this.#refusedRecipients >= refusedRecipients) return "Too many unknown recipients";
    if (this.#idleCommands > idleCommands) return "Too many commands without a mail";
    if (now - this.#began >= sessionMs) return "This session took too long, come again for the rest";
    return now - this.#waitsSince >= mailMs ? "No mail came in time" : null;
  }
}
