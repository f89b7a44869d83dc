import { AddressList } from "../../../platform/dns/address-list.ts";
import { NameServerWatch } from "../../../platform/dns/name-server-watch.ts";
import { SeparateWorker, WorkerFault } from "../../../platform/separate-worker.ts";
import type { Settings } from "../../../platform/settings.ts";
import type { CheckedMail, MailToCheck } from "./check-mail.ts";
import { domainOf } from "./domains.ts";
import { judgeSender, type SenderVerdict } from "./judge-sender.ts";
import { type AuthResults, readAuthResults, resultsOfRelay } from "./read-auth-results.ts";
import { type HeadField, hasPlainHead, readHeadFields } from "./read-head.ts";

/** A mail whose sender is to be judged, with what its door saw. */
export type ReceivedMail = {
  /** Its bytes, or the path of the file that holds them. */
  raw: Uint8Array | string;
  /** Its first bytes, with the header. */
  start: Uint8Array;
  /** The only address that its From names; null where it names none, or several. */
  from: string | null;
  /** Null where the door does not know it. */
  envelopeFrom: string | null;
  remoteHost: string | null;
  helo: string | null;
  /** The results that came with a webhook, as the value of an Authentication-Results field. */
  providerCheck: string | null;
};

const mostAtOnce = 16;
const mostClaims = 50;

const ambiguous: SenderVerdict = {
  check: "fail",
  reason: "It does not name one sender that every mail program would show.",
};

/** What a new thread loads everything for: there is nothing to look up about it. */
const nothing: MailToCheck = {
  raw: new Uint8Array(),
  from: "",
  fromDomain: "",
  client: null,
  trustedSealers: [],
  servers: "system",
  limitMs: 1_000,
};

/** Finds out whether mails come from whom they say, asking name servers off the main thread, many mails at once. */
export class SenderChecks {
  readonly #settings: Pick<Settings, "nameServers" | "trustedRelays" | "trustedSealers">;
  readonly #limitMs: number;
  readonly #relays: AddressList;
  readonly #watch: NameServerWatch;
  readonly #thread: SeparateWorker<MailToCheck, CheckedMail | null>;

  /** `limitMs` is how long the name servers may take over one mail. */
  constructor(settings: Pick<Settings, "nameServers" | "trustedRelays" | "trustedSealers">, { limitMs = 5_000 } = {}) {
    this.#settings = settings;
    this.#limitMs = limitMs;
    this.#relays = new AddressList(settings.trustedRelays);
    this.#watch = new NameServerWatch(settings.nameServers);
    this.#thread = new SeparateWorker({
      file: new URL("./check-mail.ts", import.meta.url),
      name: "checkMail",
      runtime: "worker_threads",
      limitMs: 2 * limitMs + 5_000,
      idleMs: 60_000,
      atOnce: mostAtOnce,
      warmUp: { input: nothing, limitMs: 20_000 },
      memoryMb: 96,
    });
  }

  /** Judges one mail. Never fails: what cannot be found out is `none`. */
  async judge(mail: ReceivedMail): Promise<SenderVerdict> {
    const fields = readHeadFields(mail.start);
    const fromDomain = mail.from === null ? "" : domainOf(mail.from);
    if (fromDomain === "") return withoutSender(fields);
    const relay = mail.remoteHost !== null && this.#relays.has(mail.remoteHost);
    const verdict = judgeSender({
      fromDomain,
      checked: await this.#check(mail, fromDomain, relay),
      host: mail.remoteHost,
      trusted: trustedOf(mail, fields, relay),
      claimed: claimsOf(fields),
    });
    // Whoever found the sender right may have read another one.
    return verdict.check === "pass" && !hasPlainHead(mail.start) ? ambiguous : verdict;
  }

  /** Ends the thread at once, and asks no more. */
  async close(): Promise<void> {
    this.#watch.close();
    await this.#thread.close();
  }

  async #check(mail: ReceivedMail, fromDomain: string, isRelay: boolean): Promise<CheckedMail | null> {
    const { nameServers: servers, trustedSealers } = this.#settings;
    if (servers === "off" || !(await this.#watch.isThere())) return null;
    const { raw, remoteHost, envelopeFrom, helo } = mail;
    const client =
      isRelay || remoteHost === null || envelopeFrom === null
        ? null
        : { host: remoteHost, helo: helo ?? "", sender: envelopeFrom };
    const toCheck = { raw, from: mail.from ?? "", fromDomain, client, trustedSealers, servers, limitMs: this.#limitMs };
    try {
      // Another mail may have brought the thread down.
      const checked = await this.#thread.run(toCheck).catch(() => this.#thread.run(toCheck));
      if (!checked?.isAnswered) this.#watch.doubt();
      return checked;
    } catch (error) {
      if (!(error instanceof WorkerFault)) throw error;
      // Whatever the thread stumbles over twice: the mail goes on without a verdict.
      return null;
    }
  }
}

/** One address nobody named proves and denies nothing; several, or what programs read differently, is how senders are faked. */
function withoutSender(fields: readonly HeadField[]): SenderVerdict {
  const from = fields.filter(({ name }) => name === "from");
  if (!from.some(({ value }) => value.includes("@"))) return { check: "none", reason: "It names no sender." };
  return ambiguous;
}

function trustedOf(
  { providerCheck }: ReceivedMail,
  fields: readonly HeadField[],
  isRelay: boolean,
): { by: string; results: AuthResults } | null {
  if (providerCheck !== null) return { by: "The mail provider", results: readAuthResults(providerCheck) };
  const results = isRelay ? resultsOfRelay(fields) : null;
  return results && { by: "The relay", results };
}

function claimsOf(fields: readonly HeadField[]): AuthResults[] {
  return fields
    .filter(({ name }) => name === "authentication-results" || name === "arc-authentication-results")
    .slice(0, mostClaims)
    .map(({ value }) => readAuthResults(value));
}
