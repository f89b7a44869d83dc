/** A mail is not taken now, for a reason that passes: its sender keeps it and tries again. The message is said to that sender. */
export class MailNotNow extends Error {
  override readonly name = "MailNotNow";
}
