import { setTimeout as pause } from "node:timers/promises";
import { askServers } from "./ask-servers.ts";
import { type NameServers, serversOf } from "./name-servers.ts";

/** A name under a registry's own domain, so every working server answers; it need not exist. */
const probe = { name: "_dmarc.com", type: "TXT" } as const;
/** Time for two attempts. */
const probeMs = 1_900;
/** How long callers wait for the first probe. */
const patienceMs = 1_000;

/**
 * Tracks whether any name server answers, so that nobody waits for one in vain. It probes at start, when a caller
 * reports a doubt, and every 30 seconds while none answers.
 */
export class NameServerWatch {
  readonly #servers: NameServers;
  readonly #againMs: number;
  readonly #first: Promise<unknown>;
  #isThere = false;
  #probe: Promise<void> | null = null;
  #again: NodeJS.Timeout | null = null;

  /** `againMs` is the pause before another probe after a failed one. */
  constructor(servers: NameServers, { againMs = 30_000 } = {}) {
    this.#servers = servers;
    this.#againMs = againMs;
    this.doubt();
    this.#first = Promise.race([this.#probe, pause(patienceMs, undefined, { ref: false })]);
  }

  /** Whether a name server answered lately. Waits up to a second only right after start. */
  async isThere(): Promise<boolean> {
    await this.#first;
    return this.#isThere;
  }

  /** Probes again, because a question went unanswered. */
  doubt(): void {
    if (this.#servers === "off") return;
    this.#probe ??= this.#ask(this.#servers).finally(() => {
      this.#probe = null;
    });
  }

  /** Stops probing. */
  close(): void {
    if (this.#again) clearTimeout(this.#again);
  }

  async #ask(servers: Exclude<NameServers, "off">): Promise<void> {
    this.#isThere = await answers(servers);
    if (this.#isThere) return;
    this.close();
    this.#again = setTimeout(() => this.doubt(), this.#againMs).unref();
  }
}

async function answers(servers: Exclude<NameServers, "off">): Promise<boolean> {
  try {
    // "No such record" is an answer too.
    await askServers(serversOf(servers)(), probe, probeMs);
    return true;
  } catch {
    // The reason makes no difference.
    return false;
  }
}
