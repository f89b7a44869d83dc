import type { SMTPServer } from "smtp-server";
import { hostOf } from "../dns/address-list.ts";

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

type Connections = SMTPServer["connections"];
type Connection = Connections extends Set<infer Member> ? Member : never;
type Watch = {
  /** Starts watching a session; calls for other sessions are ignored. */
  begin(id: string): void;
  recordCommand(id: string | undefined): void;
  count(id: string, isRecipient: boolean): void;
  store(id: string): void;
  forget(id: string): void;
  stop(): void;
};

/** Closes sessions that exceed the limits, with 421 and the reason. */
export function watchSessions(connections: Connections, limits: SmtpLimits): Watch {
  const watched = new Map<string, SessionPatience>();
  const check = (connection: Connection) => {
    const { id, envelope } = connection.session;
    const reason = watched.get(id)?.end(Date.now(), Boolean(envelope?.mailFrom)) ?? null;
    if (reason !== null) connection.send(421, reason);
  };
  // Checked immediately, as commands the client has already sent would run first.
  const checkNow = (id: string) => {
    if (!watched.get(id)?.end(Date.now(), false)) return;
    for (const connection of connections) if (connection.session.id === id) check(connection);
  };
  const clock = setInterval(() => connections.forEach(check), Math.min(1_000, limits.mailMs)).unref();
  return {
    begin: (id) => watched.set(id, new SessionPatience(limits, Date.now())),
    recordCommand(id = "") {
      watched.get(id)?.recordCommand();
      checkNow(id);
    },
    count(id, isRecipient) {
      const patience = watched.get(id);
      if (isRecipient) patience?.addRecipient();
      else patience?.refuseRecipient();
      checkNow(id);
    },
    store: (id) => watched.get(id)?.store(Date.now()),
    forget: (id) => watched.delete(id),
    stop: () => clearInterval(clock),
  };
}

type Limits = Pick<SmtpLimits, "mailMs" | "sessionMs" | "refusedRecipients" | "idleCommands">;

/** A session's activity so far, and when it must end. */
class SessionPatience {
  readonly #limits: Limits;
  readonly #startedAt: number;
  #waitingSince: number;
  #idleCommands = 0;
  #refusedRecipients = 0;

  constructor(limits: Limits, now: number) {
    this.#limits = limits;
    this.#startedAt = now;
    this.#waitingSince = now;
  }

  /** Counts a command as idle, unless `addRecipient` or `store` follows. */
  recordCommand(): void {
    this.#idleCommands += 1;
  }

  addRecipient(): void {
    this.#idleCommands -= 1;
  }

  refuseRecipient(): void {
    this.#refusedRecipients += 1;
  }

  store(now: number): void {
    this.#idleCommands = 0;
    this.#waitingSince = now;
  }

  /** Returns why the session must end now, or null. `hasBegunMail` is true between MAIL and the end of the mail. */
  end(now: number, hasBegunMail: boolean): string | null {
    const { mailMs, sessionMs, refusedRecipients, idleCommands } = this.#limits;
    if (hasBegunMail) this.#waitingSince = now;
    if (this.#refusedRecipients >= refusedRecipients) return "Too many unknown recipients";
    if (this.#idleCommands > idleCommands) return "Too many commands without a mail";
    if (now - this.#startedAt >= sessionMs) return "This session took too long, come again for the rest";
    return now - this.#waitingSince >= mailMs ? "No mail came in time" : null;
  }
}

type Places = Pick<SmtpLimits, "sessions" | "sessionsPerHost" | "reserved" | "sessionsPerHostOfReserve">;
type Connected = { readonly destroyed: boolean };

/**
 * Counts sessions by host and limits them. A session counts until its connection is destroyed: an upgrade to TLS
 * removes all listeners, so "close" cannot be observed.
 */
export class OpenSessions {
  readonly #limits: Places;
  readonly #hosts = new Map<Connected, string>();

  constructor(limits: Places) {
    this.#limits = limits;
  }

  /** Adds a session; if there is no room, returns the reason for the client. */
  enter(connection: Connected, address: string): string | null {
    const { sessions, sessionsPerHost, reserved, sessionsPerHostOfReserve } = this.#limits;
    const host = hostOf(address);
    const count = this.#countOf(host);
    if (count >= sessionsPerHost) return "Too many connections from your host";
    const room = count < sessionsPerHostOfReserve ? sessions : sessions - reserved;
    if (this.#hosts.size >= room) return "Too many connections, try again in a moment";
    this.#hosts.set(connection, host);
    return null;
  }

  #countOf(host: string): number {
    let count = 0;
    for (const [connection, otherHost] of this.#hosts) {
      if (connection.destroyed) this.#hosts.delete(connection);
      else if (otherHost === host) count += 1;
    }
    return count;
  }
}
