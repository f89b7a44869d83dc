/** What the intake allows, and where it stops. */
export const intakeLimits = {
  /** Of a store's mails so many at once, and then in a second, are taken up before all that others get by the thousand. */
  promptBudget: { burst: 30, perSecond: 5 },
  /** Mails that people may add to one ticket within `ticketMinutes`: above any conversation, below two robots' loop. */
  mailsPerTicket: 100,
  ticketMinutes: 10,
  /** Automatic replies kept on one ticket within `automaticMinutes`. */
  automaticPerTicket: 10,
  automaticMinutes: 60,
  /** A mail that passed so many servers goes in circles (RFC 5321, section 6.3, asks for at least 100 to be allowed). */
  maxHops: 100,
  /**
   * A mail that answers an unknown one lets older mail come first so many times, and the one that it names, once that was read, each
   * time, unless it is `waitSeconds` old.
   */
  waits: 4,
  waitSeconds: 60,
  waitPauseSeconds: 2,
  /** And one whose sender or store has many that take long to be read. */
  fullPauseSeconds: 15,
  /** How long a mail waits for its sender's name servers, whichever processes look it up; then it goes on without them. */
  lookupSeconds: 45,
  /** How soon it is looked after whether a process is still there that looks a mail up: the later, the more of them wait. */
  lookAgainSeconds: { least: 3, most: 15, mailsPerSecond: 200 },
  /** What nothing can be done with for what it is, is given up after so many tries: no wait is one, nor is trouble of the server's. */
  maxFaults: 10,
  /** And how long it waits where the server's trouble outlasts the tries of its job. */
  troublePauseSeconds: 60,
  /** A mail that took too much time or memory to be read so many times is quarantined. */
  maxOverruns: 2,
  /** Message-IDs that are kept of a mail because it names them and they are not here. */
  namedMails: 20,
  /** 25 MB of decoded parts are 34 MB in base64, and some text. */
  maxWireBytes: 36 * 1024 * 1024,
  /** Of webhooks whose signature is not checked yet, what one host may have sent, two of the largest, and all together. */
  uncheckedBytesOfHost: 80 * 1024 * 1024,
  uncheckedBytes: 400 * 1024 * 1024,
  /** How long it is remembered that a webhook was taken: a signature is good for 15 minutes before and after its time. */
  webhookRememberedMinutes: 60,
  /** What limits hold back within so many minutes is told once, by limit; the same of its groups in the log, the largest of which are shown. */
  holdMinutes: 60,
  heldGroups: 20,
  /** What the SMTP door refuses is written down together, of so many addresses at the most, and forgotten after so many days. */
  refusalPauseMs: 2_000,
  refusedAddresses: 500,
  refusalDays: 30,
  /** Mail that waits longer than this has lost its job and gets a new one. */
  forgottenAfterMinutes: 15,
  /** The envelope's sender in the log where a webhook does not say; the empty string is the null path of bounces. */
  unknownSender: "unknown",
} as const;
