import { isIPv6 } from "node:net";
import { plainIp } from "../http/called-from.ts";
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

/** An IPv4 address, or the network of 64 bits that one customer of a provider is given in IPv6 (RFC 6177). */
export function hostOf(address: string): string {
  const plain = plainIp(address) ?? "";
  if (!isIPv6(plain)) return plain;
  const [head = "", tail] = plain.toLowerCase().split("::");
  const before = head === "" ? [] : head.split(":");
  const after = tail === undefined || tail === "" ? [] : tail.split(":");
  const zeros = tail === undefined ? 0 : 8 - before.length - after.length;
  const groups = [...before, ...Array<string>(Math.max(0, zeros)).fill("0"), ...after];
  return groups
    .slice(0, 4)
    .map((group) => Number.parseInt(group, 16).toString(16))
    .join(":");
}
