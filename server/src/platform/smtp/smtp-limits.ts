/** Limits of SMTP sessions, each and together (docs/product.md#the-smtp-door). */
export const smtpLimits = {
  /** Concurrent sessions, and those of one host. */
  sessions: 400,
  sessionsPerHost: 20,
  /** Sessions reserved for hosts with few: a sender with many hosts leaves room for others. */
  reserved: 100,
  sessionsPerHostOfReserve: 2,
  /** From the greeting to the first MAIL, and from each mail to the next. */
  mailMs: 60_000,
  /** The whole session: twice the time of the largest mail over 500 kbit/s. */
  sessionMs: 20 * 60_000,
  /** Silence within a mail, as RFC 5321, section 4.5.3.2.7, requires. */
  idleMs: 5 * 60_000,
  recipients: 100,
  refusedRecipients: 10,
  /** Commands without progress since the last stored mail. */
  idleCommands: 50,
} as const;

export type SmtpLimits = { readonly [name in keyof typeof smtpLimits]: number };
