/**
 * A mail is not accepted for a temporary reason: its sender keeps it and retries. The message is sent to that sender.
 */
export class MailNotNow extends Error {
  override readonly name = "MailNotNow";
  /** A limit was reached, or the disk is full. */
  readonly why: "limit" | "no_room";
  constructor(message: string, why: MailNotNow["why"] = "limit") {
    super(message);
    this.why = why;
  }
}
