/** The limits of the intake. */
export const intakeLimits = {
  /** A store's mails within this budget are queued with all others; mail beyond it goes behind other stores' mail. */
  promptBudget: { burst: 30, perSecond: 5 },
  /** Mails of people on one ticket within `ticketMinutes`: more than any conversation has, fewer than two looping robots send. */
  mailsPerTicket: 100,
  ticketMinutes: 10,
  /** Automatic replies stored on one ticket within `automaticMinutes`. */
  automaticPerTicket: 10,
  automaticMinutes: 60,
  /** A mail with more Received fields is in a loop (RFC 5321, section 6.3, demands that at least 100 are accepted). */
  maxHops: 100,
  /**
   * How often a mail that answers an unknown one lets older mail go first. It also waits for the mail that it names if that has been read.
   * Both end when the mail is `waitSeconds` old.
   */
  waits: 4,
  waitSeconds: 60,
  waitPauseSeconds: 2,
  /** The pause of a mail whose sender or store has too many slow mails. */
  fullPauseSeconds: 15,
  /** How long a mail waits for its sender's name servers, across processes, before it goes on without them. */
  lookupSeconds: 45,
  /** The pause before checking whether the process that looks up a sender is still alive; longer if more mails wait. */
  lookAgainSeconds: { least: 3, most: 15, mailsPerSecond: 200 },
  /** A mail fails after this many faults of its own; waits and faults of the server do not count. */
  maxFaults: 10,
  /** The pause if a fault of the server outlasts the retries of a mail's job. */
  troublePauseSeconds: 60,
  /** A mail is quarantined after reading it took too much time or memory this often. */
  maxOverruns: 2,
  /** The limit of unknown Message-IDs saved per mail. */
  namedMails: 20,
  /** 25 MB of decoded parts are 34 MB in base64, and some text. */
  maxWireBytes: 36 * 1024 * 1024,
  /** Limits webhook bytes before the signature is checked: for one host, two of the largest mails; and in total. */
  uncheckedBytesOfHost: 80 * 1024 * 1024,
  uncheckedBytes: 400 * 1024 * 1024,
  /** How long a used webhook is remembered: its signature is valid for 15 minutes before and after its time. */
  webhookRememberedMinutes: 60,
  /** Admins are notified once per limit in this many minutes, and the log shows this many of the largest groups of held mail. */
  holdMinutes: 60,
  heldGroups: 20,
  /** Refusals at the SMTP door are written together, for at most this many addresses, and deleted after this many days. */
  refusalPauseMs: 2_000,
  refusedAddresses: 500,
  refusalDays: 30,
  /** Mail that waits longer than this has lost its job and gets a new one. */
  forgottenAfterMinutes: 15,
  /** The envelope's sender in the log if a webhook does not name it; the empty string is the null path of bounces. */
  unknownSender: "unknown",
} as const;
