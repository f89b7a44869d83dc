import { hostOf } from "../dns/address-list.ts";
import type { SmtpLimits } from "./smtp-limits.ts";

type Limits = Pick<SmtpLimits, "sessions" | "sessionsPerHost" | "reserved" | "sessionsPerHostOfReserve">;

/** Counts sessions by host, and says who may have one more. */
export class OpenSessions {
  readonly #limits: Limits;
  readonly #perHost = new Map<string, number>();
  #count = 0;

  constructor(limits: Limits) {
    this.#limits = limits;
  }

  /** Takes a session in; where there is no room for it, says why not in the words that its host is told. */
  enter(address: string): string | null {
    const { sessions, sessionsPerHost, reserved, sessionsPerHostOfReserve } = this.#limits;
    const host = hostOf(address);
    const held = this.#perHost.get(host) ?? 0;
    if (held >= sessionsPerHost) return "Too many connections from your host";
    const room = held < sessionsPerHostOfReserve ? sessions : sessions - reserved;
    if (this.#count >= room) return "Too many connections, try again in a moment";
    this.#perHost.set(host, held + 1);
    this.#count += 1;
    return null;
  }

  leave(address: string): void {
    const host = hostOf(address);
    const held = this.#perHost.get(host) ?? 0;
    if (held > 1) this.#perHost.set(host, held - 1);
    else this.#perHost.delete(host);
    this.#count -= 1;
  }
}
