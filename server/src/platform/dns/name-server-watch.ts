import { setTimeout as pause } from "node:timers/promises";
import { askServers } from "./ask-servers.ts";
import { type NameServers, serversOf } from "./name-servers.ts";

/** Every registry's own name, so it is answered wherever somebody answers; nothing needs to stand there. */
const probe = { name: "_dmarc.com", type: "TXT" } as const;
/** It is sent twice. */
const probeMs = 1_900;
/** What the first question may hold anybody up. */
const patienceMs = 1_000;

/**
 * Knows whether any name server answers, so that nobody waits for one where there is none. It asks at the start, again
 * when somebody doubts it, and every 30 seconds while nobody answered.
 */
export class NameServerWatch {
  readonly #servers: NameServers;
  readonly #againMs: number;
  readonly #first: Promise<unknown>;
  #isThere = false;
  #probe: Promise<void> | null = null;
  #again: NodeJS.Timeout | null = null;

  /** `againMs` is how long it waits before it asks again whoever did not answer. */
  constructor(servers: NameServers, { againMs = 30_000 } = {}) {
    this.#servers = servers;
    this.#againMs = againMs;
    this.doubt();
    this.#first = Promise.race([this.#probe, pause(patienceMs, undefined, { ref: false })]);
  }

  /** Whether a name server answered lately. Only right after the start it may take a second. */
  async isThere(): Promise<boolean> {
    await this.#first;
    return this.#isThere;
  }

  /** Asks anew: a question was not answered. */
  doubt(): void {
    if (this.#servers === "off") return;
    this.#probe ??= this.#ask(this.#servers).finally(() => {
      this.#probe = null;
    });
  }

  /** Asks no more. */
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
    // That there is no such record is an answer too.
    await askServers(serversOf(servers)(), probe, probeMs);
    return true;
  } catch {
    // Why nobody answered makes no difference.
    return false;
  }
}
