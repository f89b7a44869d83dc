import type { SMTPServer } from "smtp-server";
import { hostOf } from "../dns/address-list.ts";

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

type PlaceLimits = Pick<SmtpLimits, "sessions" | "sessionsPerHost" | "reserved" | "sessionsPerHostOfReserve">;
type HeldConnection = { readonly destroyed: boolean };

/**
 * Counts sessions by host, and says who may have one more. A session holds its place for as long as its connection is not
 * destroyed: whoever takes a connection over for TLS takes all listeners off it, so that nobody is told when it closes.
 */
export class OpenSessions {
  readonly #limits: PlaceLimits;
  readonly #hosts = new Map<HeldConnection, string>();

  constructor(limits: PlaceLimits) {
    this.#limits = limits;
  }

  /** Takes a session in; where there is no room for it, says why not in the words that its host is told. */
  enter(connection: HeldConnection, address: string): string | null {
    const { sessions, sessionsPerHost, reserved, sessionsPerHostOfReserve } = this.#limits;
    const host = hostOf(address);
    const held = this.#countOf(host);
    if (held >= sessionsPerHost) return "Too many connections from your host";
    const room = held < sessionsPerHostOfReserve ? sessions : sessions - reserved;
    if (this.#hosts.size >= room) return "Too many connections, try again in a moment";
    this.#hosts.set(connection, host);
    return null;
  }

  #countOf(host: string): number {
    let held = 0;
    for (const [connection, itsHost] of this.#hosts) {
      if (connection.destroyed) this.#hosts.delete(connection);
      else if (itsHost === host) held += 1;
    }
    return held;
  }
}

type Connections = SMTPServer["connections"];
type Connection = Connections extends Set<infer One> ? One : never;
type Watch = {
  /** From now on this session is watched; whatever is said of others is ignored. */
  begin(id: string): void;
  hear(id: string | undefined): void;
  count(id: string, isRecipient: boolean): void;
  store(id: string): void;
  forget(id: string): void;
  stop(): void;
};

/** Hangs up on sessions that take more than the limits allow, with 421 and the reason. */
export function watchSessions(connections: Connections, limits: SmtpLimits): Watch {
  const watched = new Map<string, SessionPatience>();
  const look = (connection: Connection) => {
    const { id, envelope } = connection.session;
    const reason = watched.get(id)?.end(Date.now(), Boolean(envelope?.mailFrom)) ?? null;
    if (reason !== null) connection.send(421, reason);
  };
  // At once, and not in a moment: whatever the client has sent already would be done first.
  const lookAt = (id: string) => {
    if (!watched.get(id)?.end(Date.now(), false)) return;
    for (const connection of connections) if (connection.session.id === id) look(connection);
  };
  const clock = setInterval(() => connections.forEach(look), Math.min(1_000, limits.mailMs)).unref();
  return {
    begin: (id) => watched.set(id, new SessionPatience(limits, Date.now())),
    hear(id = "") {
      watched.get(id)?.hear();
      lookAt(id);
    },
    count(id, isRecipient) {
      const patience = watched.get(id);
      if (isRecipient) patience?.addRecipient();
      else patience?.refuseRecipient();
      lookAt(id);
    },
    store: (id) => watched.get(id)?.store(Date.now()),
    forget: (id) => watched.delete(id),
    stop: () => clearInterval(clock),
  };
}

type Limits = Pick<SmtpLimits, "mailMs" | "sessionMs" | "refusedRecipients" | "idleCommands">;

/** How long a session is borne with: what it did so far, and the words that end it. */
class SessionPatience {
  readonly #limits: Limits;
  readonly #began: number;
  #waitsSince: number;
  #idleCommands = 0;
  #refusedRecipients = 0;

  constructor(limits: Limits, now: number) {
    this.#limits = limits;
    this.#began = now;
    this.#waitsSince = now;
  }

  /** Whatever the client said, unless `addRecipient` or `store` follows. */
  hear(): void {
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
    this.#waitsSince = now;
  }

  /** Why the session has to end now; null while it need not. `hasBegunMail` says that it is between MAIL and the end of its mail. */
  end(now: number, hasBegunMail: boolean): string | null {
    const { mailMs, sessionMs, refusedRecipients, idleCommands } = this.#limits;
    if (hasBegunMail) this.#waitsSince = now;
    if (this.#refusedRecipients >= refusedRecipients) return "Too many unknown recipients";
    if (this.#idleCommands > idleCommands) return "Too many commands without a mail";
    if (now - this.#began >= sessionMs) return "This session took too long, come again for the rest";
    return now - this.#waitsSince >= mailMs ? "No mail came in time" : null;
  }
}
