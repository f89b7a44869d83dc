import type { Owner } from "../bounded-work/fair-queue.ts";
import { lookupAt } from "./name-lookup.ts";
import type { NameServers } from "./name-servers.ts";
import { isAbsenceCode, type Question, type RecordType, recordsOf } from "./question.ts";

const mostRecords = 50;
const mostCharacters = 4_096;

/** Queries names; results are null if no server answered. */
export type NameAsker = {
  /** A name's current TXT records, each joined; empty if there are none. */
  texts(name: string): Promise<string[] | null>;
  /** The name a CNAME currently points to; "" if there is none. */
  alias(name: string): Promise<string | null>;
  /** The domain's mail servers from its MX records, in lower case. */
  exchanges(domain: string): Promise<string[] | null>;
  /** Whether a domain can receive mail (RFC 5321, section 5.1) and does not refuse it (RFC 7505). */
  takesMail(domain: string): Promise<boolean | null>;
};

/**
 * Returns a NameAsker. It never takes texts and aliases from the cache, as whoever just set a record wants to see it.
 */
export function askNames(servers: NameServers): NameAsker {
  const ask = async (question: Question, isFresh: boolean): Promise<string[] | null> => {
    if (servers === "off") return null;
    const lookup = lookupAt(servers);
    const owner: Owner = { group: "asked here", member: question.name };
    const known = isFresh ? undefined : lookup.known(question);
    const answer = known ?? (await lookup.ask(question, owner).answer);
    if (answer.code !== null) return isAbsenceCode(answer.code) ? [] : null;
    return recordsOf(answer, question);
  };
  const has = async (name: string, type: RecordType) => {
    const found = await ask({ name, type }, false);
    return found && found.length > 0;
  };
  const exchanges = async (domain: string) => {
    const records = await ask({ name: domain, type: "MX" }, false);
    return records?.map((record) => exchangeOf(record).toLowerCase()) ?? null;
  };
  return {
    async texts(name) {
      const records = await ask({ name, type: "TXT" }, true);
      const whole = records?.map((pieces) => [pieces].flat().join("").slice(0, mostCharacters));
      return whole?.slice(0, mostRecords) ?? null;
    },
    async alias(name) {
      const records = await ask({ name, type: "CNAME" }, true);
      return records && String(records[0] ?? "");
    },
    exchanges,
    async takesMail(domain) {
      const servers = await exchanges(domain);
      if (servers === null) return null;
      if (servers.length > 0) return servers.some((server) => !["", "."].includes(server));
      const found = [await has(domain, "A"), await has(domain, "AAAA")];
      return found.includes(true) || (found.includes(null) ? null : false);
    },
  };
}

function exchangeOf(record: unknown): string {
  return record instanceof Object && "exchange" in record ? String(record.exchange) : "";
}
