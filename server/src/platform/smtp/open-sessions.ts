import { hostOf } from "../dns/address-list.ts";
import type { SmtpLimits } from "./smtp-limits.ts";

type Limits = Pick<SmtpLimits, "sessions" | "sessionsPerHost" | "reserved" | "sessionsPerHostOfReserve">;
type Connection = { readonly destroyed: boolean };

/**
 * Counts sessions by host, and says who may have one more. A session holds its place for as long as its connection is not
 * destroyed: whoever takes a connection over for TLS takes all listeners off it, so that nobody is told when it closes.
 */
export class OpenSessions {
  readonly #limits: Limits;
  readonly #hosts = new Map<Connection, string>();

  constructor(limits: Limits) {
    this.#limits = limits;
  }

  /** Takes a session in; where there is no room for it, says why not in the words that its host is told. */
  enter(connection: Connection, address: string): string | null {
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
