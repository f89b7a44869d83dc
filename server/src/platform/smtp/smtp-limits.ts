/** What one SMTP session may take, and all of them together (docs/product.md#the-smtp-door). */
export const smtpLimits = {
  /** Sessions at once, and how many of them one host may hold. */
  sessions: 400,
  sessionsPerHost: 20,
  /** So many of all sessions are kept for hosts that hold few: whoever comes from many hosts leaves room for the others. */
  reserved: 100,
  sessionsPerHostOfReserve: 2,
  /** From the greeting to a first MAIL, and from each mail to the next. */
  mailMs: 60_000,
  /** All of a session, whatever it does: twice as long as the largest mail takes over a line of 500 kbit/s. */
  sessionMs: 20 * 60_000,
  /** Without a word in a mail, as RFC 5321, section 4.5.3.2.7, asks for. */
  idleMs: 5 * 60_000,
  recipients: 100,
  refusedRecipients: 10,
  /** Commands that bring no mail further: since the last one that was stored. */
  idleCommands: 50,
} as const;

export type SmtpLimits = { readonly [name in keyof typeof smtpLimits]: number };
