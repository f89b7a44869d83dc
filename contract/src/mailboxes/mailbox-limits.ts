/** The limits of mailboxes that mail is taken from (docs/product.md#limits). */
export const mailboxLimits = {
  /** Mailboxes of a store. */
  mailboxes: 20,
  mailboxHostLength: 253,
  mailboxUserLength: 320,
  mailboxPasswordLength: 500,
  mailboxFolderLength: 200,
  /** How far back mail can be taken, in days. */
  mailboxDaysBack: 366,
  /** How often a connected mailbox is looked at without being told of new mail, in seconds. */
  mailboxPollSeconds: 120,
  /** A server has so many seconds to answer an admin who connects a mailbox. */
  mailboxTestSeconds: 20,
  /** How often a mail that cannot be read is tried. */
  mailboxMailTries: 5,
  /** Mails that one search of a mailbox returns at most. */
  mailboxMailsCounted: 400_000,
} as const;
