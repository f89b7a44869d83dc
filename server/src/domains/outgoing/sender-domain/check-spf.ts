import type { Finding } from "@deskhand/contract/admin/sending";
import type { NameAsker } from "../../../platform/dns/ask-names.ts";
import { finding, notAnswered } from "./findings.ts";
import { findMailboxHost } from "./mailbox-hosts.ts";

/** RFC 7208, section 4.6.4. */
const mostLookups = 10;
const isSpf = (record: string) => /^v=spf1(?: |$)/i.test(record);

/** Looks whether a domain's SPF record (RFC 7208) allows the servers that this installation sends by, which `include` names. */
export async function checkSpf(ask: NameAsker, domain: string, include: string): Promise<Finding> {
  const found = await ask.texts(domain);
  if (found === null) return notAnswered;
  const records = found.filter(isSpf);
  const [record, ...more] = records;
  if (record === undefined) {
    const host = await findMailboxHost(ask, domain);
    const allowing = host && `. The one shown here allows ${host.name} too, where the mail of ${domain} goes`;
    return finding("missing", [], `There is no SPF record, which begins with v=spf1${allowing ?? ""}`);
  }
  if (more.length > 0) {
    return finding("wrong", records, "There is more than one SPF record, so none of them counts. Make them this one");
  }
  const walk: Walk = { ask, include, lookups: 0, isIncluded: false };
  const fault = await follow(walk, record, true);
  if (fault === "unknown") return { ...notAnswered, found: records };
  if (fault !== null) return finding("wrong", records, fault);
  if (!walk.isIncluded)
    return finding("wrong", records, `The record does not allow our servers. Add include:${include} to it`);
  return finding("right", records, "Our servers are allowed");
}

/**
 * What a domain's SPF record should be: what stands there in one record, with our servers in it; where nothing does, a new one, which
 * allows those that host its mailboxes, too.
 */
export function spfToSet(found: readonly string[], include: string, mailboxHost: string | null = null): string {
  const records = found.filter(isSpf);
  const [record, ...more] = records;
  if (record === undefined)
    return spfOf(
      [include, mailboxHost].flatMap((name) => name ?? []).map((name) => `include:${name}`),
      "~all",
    );
  if (more.length > 0) return merge(records, include);
  const named = record.toLowerCase().split(/\s+/);
  return named.includes(`include:${include}`) ? record : record.replace(/^v=spf1/i, `v=spf1 include:${include}`);
}

const spfOf = (terms: readonly string[], end: string) => ["v=spf1", ...new Set(terms), end].join(" ");
const isEnd = (term: string) => /^[-+~?]?all$/i.test(term);

/** One record that allows whatever one of several does; they may have disagreed about the rest, so that is refused by none. */
function merge(records: readonly string[], include: string): string {
  const terms = records.flatMap((record) => record.trim().split(/\s+/).slice(1));
  const ends = new Set(terms.filter(isEnd).map((term) => term.toLowerCase()));
  // RFC 7208, section 6.1: a redirect counts where nothing else does, so beside others it has to be included.
  const allowing = terms.filter((term) => !isEnd(term)).map((term) => term.replace(/^redirect=/i, "include:"));
  const [end = "~all"] = ends.size === 1 ? ends : [];
  return spfOf([`include:${include}`, ...allowing], end);
}

type Walk = { ask: NameAsker; include: string; lookups: number; isIncluded: boolean };

/** Follows a record and those it includes; gives what is wrong with them, "unknown" where somebody did not answer. */
async function follow(walk: Walk, record: string, isAllowing: boolean): Promise<string | null> {
  const terms = record.split(/\s+/).slice(1, 100);
  const end = terms.findIndex((term) => /^[-+~?]?all$/i.test(term));
  const redirect = end === -1 ? terms.find((term) => /^redirect=/i.test(term)) : undefined;
  const counting = (end === -1 ? terms : terms.slice(0, end)).filter((term) => !/^\w{1,30}=/.test(term));
  for (const term of redirect === undefined ? counting : [...counting, redirect]) {
    const [, sign = "", name = "", target = ""] =
      /^([-+~?]?)(include|redirect|a|mx|ptr|exists)\b[:=]?(.*)$/i.exec(term) ?? [];
    if (name === "") continue;
    walk.lookups += 1;
    if (walk.lookups > mostLookups) {
      return `The record asks for more than ${mostLookups} other names, so it does not count (RFC 7208). Take out what you no longer use`;
    }
    if (!/^(?:include|redirect)$/i.test(name) || target.includes("%")) continue;
    const isAllowed = isAllowing && (sign === "" || sign === "+");
    const fault = await followName(walk, target.toLowerCase().replace(/\.$/, ""), isAllowed);
    if (fault !== null) return fault;
  }
  return null;
}

async function followName(walk: Walk, name: string, isAllowing: boolean): Promise<string | null> {
  if (name === walk.include && isAllowing) walk.isIncluded = true;
  const found = await walk.ask.texts(name);
  if (found === null) return "unknown";
  const records = found.filter(isSpf);
  if (records.length !== 1)
    return `The record includes ${name}, which has ${records.length === 0 ? "no SPF record" : "more than one SPF record"}`;
  return follow(walk, records[0] ?? "", isAllowing);
}
