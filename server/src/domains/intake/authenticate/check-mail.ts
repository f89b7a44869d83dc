import { open } from "node:fs/promises";
import { evaluateDmarc } from "mailauth/lib/dmarc/index.js";
import { spf } from "mailauth/lib/spf/index.js";
import { isAbsence, NameLookup } from "../../../platform/dns/name-lookup.ts";
import type { NameServers } from "../../../platform/dns/name-servers.ts";
import { checkSignatures, type Signer } from "./check-signatures.ts";
import { domainOf, isAligned } from "./domains.ts";
import type { Finding } from "./judge-results.ts";
import { mostHeadBytes } from "./read-head.ts";

/** A mail to check against what its sender's domain publishes. */
export type MailToCheck = {
  /** Its bytes, or the path of the file that holds them. */
  raw: Uint8Array | string;
  /** The only address in From, and its domain. */
  from: string;
  fromDomain: string;
  /** Who sent it over SMTP, from which address; null where that says nothing. */
  client: { host: string; helo: string; sender: string } | null;
  trustedSealers: readonly string[];
  servers: Exclude<NameServers, "off">;
  limitMs: number;
};

/** What was found out about a mail's sender by asking the name servers. */
export type CheckedMail = {
  /** The domain whose DKIM signature proves the sender. */
  signedBy: string | null;
  /** What SPF says of the envelope's sender at `domain`; null where that has nothing to do with the one in From. */
  spf: { result: string; domain: string } | null;
  dmarc: "pass" | "fail" | "none" | "unknown";
  /** Whether the proof is in signatures alone, and none of them covers the Reply-To that the mail has. */
  isReplyToOpen: boolean;
  /** Something that would have been a proof could not be looked up. */
  isUncertain: boolean;
  forwarded: Finding | null;
  /** Its own bytes took longer than they may: what its signatures say is not known, and whoever wrote it wanted it so. */
  isOverlong: boolean;
  /** Whether any name server answered anything. */
  isAnswered: boolean;
};

/** How we name ourselves to macros in policies, where a name is asked for and ours is nobody's business. */
const receiver = "localhost";

// Of the thread: kept from mail to mail, for the servers of the only settings that there are.
let lookup: { servers: string; names: NameLookup } | null = null;

/**
 * Checks SPF (RFC 7208), DKIM, ARC and DMARC (RFC 9989) of one mail; null when the name servers take longer than the limit. Only names
 * of the domain in From and of trusted sealers are asked for, never what a stranger could answer late. Host and policy are judged
 * however long the mail's own bytes take.
 */
export async function checkMail(mail: MailToCheck): Promise<CheckedMail | null> {
  const { raw, fromDomain, trustedSealers, limitMs } = mail;
  const limit = AbortSignal.timeout(limitMs);
  const counted = countAnswers(lookupOf(mail.servers));
  const start = typeof raw === "string" ? await readStart(raw) : raw;
  const signing = { raw, start, from: mail.from, fromDomain, trustedSealers, resolver: counted.resolve, limit };
  const read = checkSignatures(signing).catch((error: unknown) => {
    // Whoever reads a file is cut off by the limit.
    if (limit.aborted) return null;
    throw error;
  });
  const [signatures, host] = await Promise.all([
    Promise.race([read, passed(limit)]),
    Promise.race([checkHost(mail, counted.resolve).then((sent) => ({ sent })), passed(limit)]),
  ]);
  if (host === null || (signatures === null && counted.isWaiting())) return null;
  const { sent } = host;
  const sentBy = sent?.result === "pass" ? [sent.domain] : [];
  const proofs = { signedBy: signatures?.signedBy ?? [], sentBy };
  const policy = await Promise.race([
    checkPolicy(fromDomain, proofs, counted.resolve),
    passed(AbortSignal.timeout(limitMs)),
  ]);
  if (policy === null) return null;
  return {
    ...policy,
    spf: sent,
    isUncertain: Boolean(signatures?.isUncertain) || (sent?.result === "temperror" && sent.domain === fromDomain),
    forwarded: signatures?.forwarded ?? null,
    isOverlong: signatures === null,
    isAnswered: counted.isAnswered(),
  };
}

type Resolve = NameLookup["resolve"];

/** SPF of a sender at the domain in From; any other one's proves and denies nothing. */
async function checkHost({ client, fromDomain, limitMs }: MailToCheck, resolver: Resolve): Promise<CheckedMail["spf"]> {
  const domain = client && domainOf(client.sender || client.helo);
  if (!client || !domain || !isAligned(domain, fromDomain)) return null;
  const of = { sender: client.sender, ip: client.host, helo: client.helo || client.host };
  const { status } = await spf({ ...of, mta: receiver, resolver, maxElapsedTime: limitMs });
  return { result: status.result, domain };
}

/**
 * Puts the proofs against the policy of the domain. Without one, any domain of the same organisation proves it. The list of
 * public suffixes is asked besides: a policy above a suffix makes no organisation of all who live below that.
 */
async function checkPolicy(
  fromDomain: string,
  { signedBy, sentBy }: { signedBy: Signer[]; sentBy: string[] },
  resolver: Resolve,
) {
  const dkimDomains = signedBy.map(({ domain }) => ({ domain }));
  const from = { headerFrom: [`sender@${fromDomain}`], fromFields: 1 };
  const { response, dkimAligned } = await evaluateDmarc({
    ...from,
    spfDomains: sentBy,
    dkimDomains,
    resolver,
    strict: true,
  });
  const result = response ? response.status.result : "none";
  if (result === "pass" || result === "fail") {
    const aligned = signedBy.filter(({ domain }) => dkimAligned?.has(domain));
    const isSentByOwn = response && Boolean(response.alignment.spf.result);
    return { dmarc: result, ...proofBy(aligned, isSentByOwn) } as const;
  }
  const isKnown = result !== "temperror";
  const counts = (domain: string) => isKnown || domain === fromDomain;
  const own = signedBy.filter(({ domain }) => counts(domain));
  const isSentByOwn = sentBy.some(counts);
  const unproven = isKnown ? "none" : "unknown";
  return { dmarc: own.length > 0 || isSentByOwn ? "pass" : unproven, ...proofBy(own, isSentByOwn) } as const;
}

function proofBy(signers: Signer[], isSentByOwn: boolean): Pick<CheckedMail, "signedBy" | "isReplyToOpen"> {
  const [first] = signers;
  const isOpen = first !== undefined && signers.every(({ isReplyToOpen }) => isReplyToOpen);
  return { signedBy: first?.domain ?? null, isReplyToOpen: isOpen && !isSentByOwn };
}

function lookupOf(servers: MailToCheck["servers"]): NameLookup {
  const key = String(servers);
  if (lookup?.servers !== key) lookup = { servers: key, names: new NameLookup(servers) };
  return lookup.names;
}

function countAnswers(names: NameLookup): { resolve: Resolve; isAnswered(): boolean; isWaiting(): boolean } {
  let asked = 0;
  let answered = 0;
  let waiting = 0;
  const resolve: Resolve = async (name, type) => {
    asked += 1;
    waiting += 1;
    try {
      const records = await names.resolve(name, type);
      answered += 1;
      return records;
    } catch (error) {
      if (isAbsence(error)) answered += 1;
      throw error;
    } finally {
      waiting -= 1;
    }
  };
  return { resolve, isAnswered: () => asked === 0 || answered > 0, isWaiting: () => waiting > 0 };
}

async function readStart(path: string): Promise<Buffer> {
  const file = await open(path);
  try {
    const { buffer, bytesRead } = await file.read(Buffer.alloc(mostHeadBytes), 0, mostHeadBytes, 0);
    return buffer.subarray(0, bytesRead);
  } finally {
    await file.close();
  }
}

function passed(limit: AbortSignal): Promise<null> {
  return new Promise((resolve) => limit.addEventListener("abort", () => resolve(null), { once: true }));
}
