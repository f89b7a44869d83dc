import { WorkerFault } from "../../../platform/bounded-work/separate-worker.ts";
import { AddressList } from "../../../platform/dns/address-list.ts";
import { lookupAt } from "../../../platform/dns/name-lookup.ts";
import { NameServerWatch } from "../../../platform/dns/name-server-watch.ts";
import type { Settings } from "../../../platform/settings.ts";
import type { HeadField, MailHead } from "../parse/read-headers.ts";
import { type AuthResults, readAuthResults, resultsOfRelay } from "./auth-results.ts";
import { domainOf } from "./domains.ts";
import { judgeSender, type SenderVerdict } from "./judge-sender.ts";
import { type LookupOptions, type LookupResult, SenderLookup } from "./sender-lookup.ts";

/** A mail to judge the sender of, with what is known from its delivery. */
export type ReceivedMail = {
  /** Its bytes, or the path of its file. */
  raw: Uint8Array | string;
  head: MailHead;
  /** The only address in From; null if there is none, or more than one. */
  from: string | null;
  /** Null if unknown. */
  envelopeFrom: string | null;
  remoteHost: string | null;
  helo: string | null;
  /** A webhook provider's results, as the value of an Authentication-Results field. */
  providerCheck: string | null;
};

const mostClaims = 50;

const ambiguous: SenderVerdict = {
  check: "fail",
  reason: "It does not name one sender that every mail program would show.",
};

const unreadable: SenderVerdict = { check: "fail", reason: "What it is signed with could not be read." };

/** Checks senders of many mails at once, with name servers, off the main thread. */
export class SenderChecks {
  readonly #settings: Pick<Settings, "nameServers" | "trustedRelays" | "trustedSealers">;
  readonly #relays: AddressList;
  readonly #watch: NameServerWatch;
  readonly #lookup: SenderLookup;

  /** `limitMs` limits reading a mail itself, and its look-ups if the caller sets no limit for them. */
  constructor(settings: Pick<Settings, "nameServers" | "trustedRelays" | "trustedSealers">, { limitMs = 5_000 } = {}) {
    this.#settings = settings;
    this.#relays = new AddressList(settings.trustedRelays);
    this.#watch = new NameServerWatch(settings.nameServers);
    this.#lookup = new SenderLookup(limitMs);
  }

  /** Judges one mail. Never fails: an unknown sender is `none`. */
  async judge(mail: ReceivedMail, look: LookupOptions = {}): Promise<SenderVerdict> {
    const { fields, isPlain } = mail.head;
    const fromDomain = mail.from === null ? "" : domainOf(mail.from);
    if (fromDomain === "") return withoutSender(fields);
    const relay = mail.remoteHost !== null && this.#relays.has(mail.remoteHost);
    const found = await this.#lookUp(mail, fromDomain, relay, look);
    if (found === "unreadable") return unreadable;
    const trusted = trustedOf(mail, fields, relay);
    const evidence = { fromDomain, host: mail.remoteHost, trusted, claimed: claimsOf(fields) };
    const verdict = judgeSender({ ...evidence, ...found });
    // A mail that programs read differently may show another sender than the one proved.
    return verdict.check === "pass" && !isPlain ? ambiguous : verdict;
  }

  /** Ends the threads at once and asks no more name servers. */
  async close(): Promise<void> {
    this.#watch.close();
    await this.#lookup.close();
  }

  async #lookUp(
    mail: ReceivedMail,
    fromDomain: string,
    isRelay: boolean,
    look: LookupOptions,
  ): Promise<Pick<LookupResult, "checked" | "short"> | "unreadable"> {
    const { nameServers: servers, trustedSealers } = this.#settings;
    if (servers === "off" || !(await this.#watch.isThere())) return { checked: null, short: null };
    const { raw, head, remoteHost, envelopeFrom, helo } = mail;
    const client =
      isRelay || remoteHost === null || envelopeFrom === null
        ? null
        : { host: remoteHost, helo: helo ?? "", sender: envelopeFrom };
    const toCheck = { raw, head, from: mail.from ?? "", fromDomain, client, trustedSealers };
    try {
      const found = await this.#lookup.run(toCheck, lookupAt(servers), look);
      if (found.isMute) this.#watch.doubt();
      return found;
    } catch (error) {
      if (!(error instanceof WorkerFault)) throw error;
      // The mail itself makes the thread fail twice, possibly on purpose, to stay unjudged.
      return "unreadable";
    }
  }
}

/** A missing sender proves nothing; several, or one that programs read differently, is a way to fake senders. */
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
