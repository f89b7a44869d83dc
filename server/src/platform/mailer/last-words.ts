import { cleanReason } from "./delivery-error.ts";

/**
 * Of which mails a kept connection was ended by the server before they went over it, and with what words. nodemailer tells that to its log
 * alone, with the mail's Message-ID.
 */
export class LastWords {
  readonly #words = new Map<string, string | undefined>();
  /** For nodemailer's `logger`. It has each level, or what is said on another would come to the one that is there. */
  readonly logger = {
    trace: ignore,
    debug: ignore,
    warn: ignore,
    error: ignore,
    fatal: ignore,
    info: (entry: unknown, text: unknown, ...named: unknown[]) => this.#hear(entry, text, named),
  };

  /** Whether that happened to a mail since it was forgotten. */
  has(messageId: string): boolean {
    return this.#words.has(messageId);
  }

  /** The words, if there were any that say so. */
  of(messageId: string): string | undefined {
    return this.#words.get(messageId);
  }

  forget(messageId: string): void {
    this.#words.delete(messageId);
  }

  #hear(entry: unknown, text: unknown, named: unknown[]): void {
    if (!String(text).startsWith("Connection #%s was closed by the server before message")) return;
    if (!(entry instanceof Object && "messageId" in entry)) return;
    const [said] = named.flatMap((one) => /(?:^|: )([45]\d\d[ -].*)$/s.exec(String(one))?.[1] ?? []);
    this.#words.set(String(entry.messageId), said && cleanReason(said));
  }
}

function ignore(): void {}
