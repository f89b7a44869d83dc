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
