import type { Readable } from "node:stream";

/** A mail or request that is larger than allowed. */
export class MailTooLarge extends Error {
  override readonly name = "MailTooLarge";
  constructor(maxBytes: number) {
    super(`Message exceeds fixed maximum message size ${maxBytes}`);
  }
}

/** The sender went away in the middle of a mail: everyday, and the sender's to repeat. */
export class SenderGone extends Error {
  override readonly name = "SenderGone";
  constructor(cause: unknown) {
    super("The sender broke off in the middle of the mail", { cause });
  }
}

/**
 * Passes a stream on up to `maxBytes`. Beyond that it reads to the end first, because an SMTP sender listens for the
 * response only then, and fails with MailTooLarge; a sender that does not stop at four times the size is cut off. A source
 * that fails by itself fails this with SenderGone.
 *
 * Whoever stops in the middle leaves the source as it is, to be read on.
 */
export async function* withinSize(source: Readable, maxBytes: number): AsyncGenerator<Buffer> {
  let size = 0;
  try {
    for await (const piece of source.iterator({ destroyOnReturn: false })) {
      size += piece.length;
      if (size <= maxBytes) yield piece;
      else if (size > 4 * maxBytes) {
        source.destroy();
        break;
      }
    }
  } catch (error) {
    throw new SenderGone(error);
  }
  if (size > maxBytes) throw new MailTooLarge(maxBytes);
}

/** A mail is not taken now, for a reason that passes: its sender keeps it and tries again. The message is said to that sender. */
export class MailNotNow extends Error {
  override readonly name = "MailNotNow";
  /** A limit on how much may come, or no room for any mail. */
  readonly why: "limit" | "no_room";
  constructor(message: string, why: MailNotNow["why"] = "limit") {
    super(message);
    this.why = why;
  }
}
