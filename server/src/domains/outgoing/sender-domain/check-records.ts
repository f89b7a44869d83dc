import type { Finding } from "@deskhand/contract/admin/sending";
import type { NameAsker } from "../../../platform/dns/ask-names.ts";
import { keyName } from "../../../platform/mailer/signing-key.ts";

function finding(state: Finding["state"], found: readonly string[], words: string): Finding {
  return { state, found: [...found], words };
}

/** The name servers did not answer, which is no fault of the record. */
const notAnswered: Finding = finding(
  "unknown",
  [],
  "Could not be checked: the name servers did not answer. This does not mean that the record is wrong",
);

/** Parses the tags of a record such as `v=DKIM1; k=rsa` (RFC 6376, section 3.2); null if it is no list of tags, or has one twice. */
function readTags(record: string): Map<string, string> | null {
  const tags = new Map<string, string>();
  const parts = record.split(";").map((part) => part.trim());
  if (parts.at(-1) === "") parts.pop();
  for (const part of parts) {
    const at = part.indexOf("=");
    const name = part.slice(0, at).trim();
    if (at < 1 || !/^[a-z]\w{0,30}$/i.test(name) || tags.has(name)) return null;
    tags.set(name, part.slice(at + 1).trim());
  }
  return tags.size > 0 ? tags : null;
}

/** RFC 7208, section 4.6.4. */
const maxLookups = 10;
const isSpf = (record: string) => /^v=spf1(?: |$)/i.test(record);

/** Checks whether a domain's SPF record (RFC 7208) allows this installation's servers, which `include` names. */
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
  const fault = await followRecord(walk, record, true);
  if (fault === "unknown") return { ...notAnswered, found: records };
  if (fault !== null) return finding("wrong", records, fault);
  if (!walk.isIncluded)
    return finding("wrong", records, `The record does not allow our servers. Add include:${include} to it`);
  return finding("right", records, "Our servers are allowed");
}

/**
 * Returns the SPF record that a domain should have: its current ones in one record, plus our servers. If it has none, a new one that also
 * allows its mailbox host.
 */
export function spfToSet(found: readonly string[], include: string, mailboxHost: string | null = null): string {
  const records = found.filter(isSpf);
  const [record, ...more] = records;
  if (record === undefined)
    return spfOf(
      [include, mailboxHost].flatMap((name) => name ?? []).map((name) => `include:${name}`),
      "~all",
    );
  if (more.length > 0) return mergeRecords(records, include);
  const terms = record.toLowerCase().split(/\s+/);
  return terms.includes(`include:${include}`) ? record : record.replace(/^v=spf1/i, `v=spf1 include:${include}`);
}

const spfOf = (terms: readonly string[], end: string) => ["v=spf1", ...new Set(terms), end].join(" ");
const isEnd = (term: string) => /^[-+~?]?all$/i.test(term);

/**
 * Merges several records into one that allows what any of them does. If they end differently, it ends with "~all", which rejects nothing.
 */
function mergeRecords(records: readonly string[], include: string): string {
  const terms = records.flatMap((record) => record.trim().split(/\s+/).slice(1));
  const ends = new Set(terms.filter(isEnd).map((term) => term.toLowerCase()));
  // RFC 7208, section 6.1: a redirect only counts if nothing else does, so it becomes an include.
  const allowing = terms.filter((term) => !isEnd(term)).map((term) => term.replace(/^redirect=/i, "include:"));
  const [end = "~all"] = ends.size === 1 ? ends : [];
  return spfOf([`include:${include}`, ...allowing], end);
}

type Walk = { ask: NameAsker; include: string; lookups: number; isIncluded: boolean };

/** Follows a record and its includes; returns its fault, or "unknown" if a name server did not answer. */
async function followRecord(walk: Walk, record: string, isAllowing: boolean): Promise<string | null> {
  const terms = record.split(/\s+/).slice(1, 100);
  const end = terms.findIndex((term) => /^[-+~?]?all$/i.test(term));
  const redirect = end === -1 ? terms.find((term) => /^redirect=/i.test(term)) : undefined;
  const counting = (end === -1 ? terms : terms.slice(0, end)).filter((term) => !/^\w{1,30}=/.test(term));
  for (const term of redirect === undefined ? counting : [...counting, redirect]) {
    const [, sign = "", name = "", target = ""] =
      /^([-+~?]?)(include|redirect|a|mx|ptr|exists)\b[:=]?(.*)$/i.exec(term) ?? [];
    if (name === "") continue;
    walk.lookups += 1;
    if (walk.lookups > maxLookups) {
      return `The record asks for more than ${maxLookups} other names, so it does not count (RFC 7208). Take out what you no longer use`;
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
  return followRecord(walk, records[0] ?? "", isAllowing);
}

/** Mailbox hosts: the domains of their incoming servers, and what SPF records of their customers should include. */
const mailboxHosts: readonly { name: string; servers: readonly string[]; include: string }[] = [
  { name: "Google Workspace", servers: ["google.com", "googlemail.com"], include: "_spf.google.com" },
  {
    name: "Microsoft 365",
    servers: ["mail.protection.outlook.com", "mx.microsoft"],
    include: "spf.protection.outlook.com",
  },
  { name: "Zoho Mail", servers: ["zoho.com", "zoho.eu", "zoho.in"], include: "zohomail.com" },
  { name: "Fastmail", servers: ["messagingengine.com"], include: "spf.messagingengine.com" },
  { name: "Proton Mail", servers: ["protonmail.ch"], include: "_spf.protonmail.ch" },
  { name: "iCloud Mail", servers: ["mail.icloud.com"], include: "icloud.com" },
  { name: "OVHcloud", servers: ["mail.ovh.net", "ovh.net"], include: "mx.ovh.com" },
  { name: "Gandi", servers: ["mail.gandi.net"], include: "_mailcust.gandi.net" },
  { name: "Namecheap Private Email", servers: ["privateemail.com"], include: "spf.privateemail.com" },
  { name: "Rackspace", servers: ["emailsrvr.com"], include: "emailsrvr.com" },
  { name: "Hostinger", servers: ["hostinger.com"], include: "_spf.mail.hostinger.com" },
  { name: "Infomaniak", servers: ["infomaniak.ch"], include: "spf.infomaniak.ch" },
  { name: "GoDaddy", servers: ["secureserver.net"], include: "secureserver.net" },
  { name: "Yandex 360", servers: ["yandex.net", "yandex.ru"], include: "_spf.yandex.net" },
];

/** Finds a domain's mailbox host by its MX records; null if it is none of the known ones, or no name server answered. */
export async function findMailboxHost(ask: Pick<NameAsker, "exchanges">, domain: string) {
  const servers = (await ask.exchanges(domain)) ?? [];
  const isBelow = (server: string, whose: string) => server === whose || server.endsWith(`.${whose}`);
  const found = mailboxHosts.find((host) =>
    servers.some((server) => host.servers.some((whose) => isBelow(server.replace(/\.$/, ""), whose))),
  );
  return found ? { name: found.name, include: found.include } : null;
}

type Expected = { domain: string; selector: string; publicKey: string };

/** Checks whether a domain publishes a store's key (RFC 6376, section 3.6.1), and says what is wrong if not. */
export async function checkKey(ask: NameAsker, { domain, selector, publicKey }: Expected): Promise<Finding> {
  const name = keyName(selector, domain);
  const found = await ask.texts(name);
  if (found === null) return notAnswered;
  if (found.length === 0) return missingKey(ask, name, domain);
  if (found.length > 1) {
    return finding(
      "wrong",
      found,
      "There is more than one TXT record at this name. Keep one: a key that is split belongs in one record, in pieces",
    );
  }
  const fault = faultOf(found[0] ?? "", publicKey);
  return fault ? finding("wrong", found, fault) : finding("right", found, "The key is there");
}

async function missingKey(ask: NameAsker, name: string, domain: string): Promise<Finding> {
  const alias = await ask.alias(name);
  if (alias)
    return finding("missing", [`CNAME ${alias}`], `This name stands for ${alias}, where there is no TXT record`);
  // Many DNS providers append the domain to whatever is entered.
  const doubled = await ask.texts(`${name}.${domain}`);
  if (doubled?.length) {
    const typed = name.slice(0, -domain.length - 1);
    return finding(
      "missing",
      doubled,
      `The record is at ${name}.${domain}: your DNS provider adds the domain by itself. Enter ${typed} as the name`,
    );
  }
  return finding("missing", [], "There is no TXT record at this name yet. New records can take up to 48 hours to show");
}

function faultOf(record: string, publicKey: string): string | null {
  if (/["\\]/.test(record)) return "The record has quotation marks or backslashes in it. Enter it without them";
  const tags = readTags(record);
  if (tags === null) return "The record is not a list of tags, as v=DKIM1; k=rsa; p=…";
  const version = tags.get("v");
  if (version !== undefined && (version !== "DKIM1" || !/^\s*v\s*=/.test(record)))
    return "The record has to begin with v=DKIM1";
  if ((tags.get("k") ?? "rsa").toLowerCase() !== "rsa")
    return "The record says that this is another kind of key. It has to say k=rsa";
  const key = tags.get("p");
  if (key === undefined) return "The record has no key in it: p= is missing";
  const bare = key.replace(/\s/g, "");
  if (bare === "") return "The key was revoked: p= is empty";
  if (bare !== publicKey) {
    return publicKey.startsWith(bare)
      ? "The key is cut off. Enter all of it"
      : "This is another key. Enter the one that is shown here";
  }
  return restrictionOf(tags);
}

/** Returns the restriction that keeps verifiers from using a correct key (RFC 6376, section 3.6.1). */
function restrictionOf(tags: Map<string, string>): string | null {
  const listed = (name: string) =>
    tags
      .get(name)
      ?.toLowerCase()
      .split(":")
      .map((item) => item.trim());
  const hashes = listed("h");
  if (hashes && !hashes.includes("sha256"))
    return "The record allows other hashes only. Leave out h=, or let it say h=sha256";
  const services = listed("s");
  if (services && !services.includes("*") && !services.includes("email"))
    return "The record says that the key is not for e-mail. Leave out s=";
  if (listed("t")?.includes("y"))
    return "The record says that you are only testing, so it is not counted. Leave out t=y";
  return null;
}

/** A policy to start with: mail is delivered as before, and reports can be requested. */
export const startingPolicy = "v=DMARC1; p=none";
const policies = ["none", "quarantine", "reject"];

/** Checks whether a domain, or one above it, has a DMARC policy (RFC 7489). Mail signed by this domain passes under any policy. */
export async function checkDmarc(ask: NameAsker, domain: string): Promise<Finding> {
  const labels = domain.split(".");
  for (let at = 0; at <= labels.length - 2; at += 1) {
    const name = `_dmarc.${labels.slice(at).join(".")}`;
    const found = await ask.texts(name);
    if (found === null) return notAnswered;
    const records = found.filter((record) => /^v\s*=\s*DMARC1\s*(?:;|$)/.test(record));
    if (records.length > 0)
      return judgePolicies(records, at === 0 ? "" : ` It is that of ${labels.slice(at).join(".")}`);
    if (at === 0 && found.length > 0) {
      return finding(
        "wrong",
        found,
        "What stands there is no DMARC policy: it has to begin with v=DMARC1, in capitals",
      );
    }
  }
  return finding("missing", [], "There is no DMARC policy. Gmail, Yahoo and others ask for one of those who send much");
}

function judgePolicies(records: string[], whose: string): Finding {
  if (records.length > 1)
    return finding("wrong", records, "There is more than one DMARC policy, so none of them counts. Keep one");
  const policy = readTags(records[0] ?? "")?.get("p");
  if (policy === undefined) return finding("wrong", records, "The policy says nothing: p= is missing, as in p=none");
  if (!policies.includes(policy.toLowerCase())) {
    return finding("wrong", records, `The policy p=${policy} does not exist. It can be none, quarantine or reject`);
  }
  return finding("right", records, `There is a policy: ${policy.toLowerCase()}.${whose}`);
}
