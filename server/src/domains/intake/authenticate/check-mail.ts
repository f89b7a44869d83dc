import { open } from "node:fs/promises";
import { evaluateDmarc } from "mailauth/lib/dmarc/index.js";
import { spf } from "mailauth/lib/spf/index.js";
import { type Answer, isRecordType, keyOf, type Question, recordsOf } from "../../../platform/dns/question.ts";
import type { MailHead } from "../parse/read-headers.ts";
import type { Finding } from "./auth-results.ts";
import { type CheckedSignatures, checkSignatures, type Resolve, type Signer } from "./check-signatures.ts";
import { domainOf, isAligned } from "./domains.ts";
import { mostHeadBytes } from "./read-head.ts";

/** A mail to check against what its sender's domain publishes. */
export type MailToCheck = {
  /** Its bytes, or the path of the file that holds them. */
  raw: Uint8Array | string;
  head: MailHead;
  /** The only address in From, and its domain. */
  from: string;
  fromDomain: string;
  /** Who sent it over SMTP, from which address; null where that says nothing. */
  client: { host: string; helo: string; sender: string } | null;
  trustedSealers: readonly string[];
  /** What name servers answered, by question. */
  answers: ReadonlyMap<string, Answer>;
  /** What its signatures prove, where that is known. */
  signatures: ReadSignatures | null;
  /** How long its own bytes may take. */
  limitMs: number;
};

/** What a mail's signatures prove; null where they took too long to be read. */
export type ReadSignatures = { found: CheckedSignatures | null };

/** How far a mail could be checked with what is known: what is to be asked first, or what was found out. */
export type CheckStep = { missing: Question[]; signatures: ReadSignatures | null; checked: CheckedMail };

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
};

/** How we name ourselves to macros in policies, where a name is asked for and ours is nobody's business. */
const receiver = "localhost";

/** What nobody answered, as node:dns has it. */
const unanswered: Answer = { records: [], code: "ETIMEOUT" };

/**
 * Checks SPF (RFC 7208), DKIM, ARC and DMARC (RFC 9989) of one mail with what name servers have answered so far, and tells what they
 * are to be asked to go on. Only names of the domain in From and of trusted sealers are asked for, never what a stranger could
 * answer late. Host and policy are judged however long the mail's own bytes take.
 */
export async function checkMail(mail: MailToCheck): Promise<CheckStep> {
  const { fromDomain, answers } = mail;
  const asked = askFrom(answers);
  const reading = mail.signatures ? { ...mail.signatures, missing: [] } : readSignatures(mail);
  const [{ found, missing }, sent] = await Promise.all([reading, checkHost(mail, asked.resolve)]);
  const sentBy = sent?.result === "pass" ? [sent.domain] : [];
  const policy = await checkPolicy(fromDomain, { signedBy: found?.signedBy ?? [], sentBy }, asked.resolve);
  return {
    missing: [...missing, ...asked.missing.values()],
    signatures: missing.length === 0 ? { found } : null,
    checked: {
      ...policy,
      spf: sent,
      isUncertain: Boolean(found?.isUncertain) || (sent?.result === "temperror" && sent.domain === fromDomain),
      forwarded: found?.forwarded ?? null,
      isOverlong: found === null,
    },
  };
}

/** Reads a mail's signatures, and tells which keys it takes. */
async function readSignatures(mail: MailToCheck): Promise<ReadSignatures & { missing: Question[] }> {
  const { raw, answers, limitMs } = mail;
  const limit = AbortSignal.timeout(limitMs);
  const keys = askFrom(answers);
  const read = async (source: MailToCheck["raw"]): Promise<ReadSignatures & { missing: Question[] }> => {
    const reading = checkSignatures({ ...mail, raw: source, resolver: keys.resolve, limit }).catch((error) => {
      // Whoever reads a file is cut off by the limit.
      if (limit.aborted) return null;
      throw error;
    });
    const found = await Promise.race([reading, passed(limit)]);
    return { found, missing: [...keys.missing.values()] };
  };
  // Which keys a file takes stands in its head: all of it is read once, with them.
  const atHead = typeof raw === "string" ? await read(await readStart(raw)) : null;
  return atHead && atHead.missing.length > 0 ? atHead : read(raw);
}

/** SPF of a sender at the domain in From; any other one's proves and denies nothing. */
async function checkHost({ client, fromDomain }: MailToCheck, resolver: Resolve): Promise<CheckedMail["spf"]> {
  const domain = client && domainOf(client.sender || client.helo);
  if (!client || !domain || !isAligned(domain, fromDomain)) return null;
  const of = { sender: client.sender, ip: client.host, helo: client.helo || client.host };
  const { status } = await spf({ ...of, mta: receiver, resolver });
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

/** Asks what was answered so far, and notes what was not: that is as if nobody had answered it in time. */
function askFrom(answers: MailToCheck["answers"]): { resolve: Resolve; missing: Map<string, Question> } {
  const missing = new Map<string, Question>();
  const resolve: Resolve = async (name, type) => {
    if (!isRecordType(type)) throw Object.assign(new Error(`Nobody asks for ${type}`), { code: "EBADQUERY" });
    const question = { name, type };
    const answer = answers.get(keyOf(question));
    if (!answer) missing.set(keyOf(question), question);
    return recordsOf(answer ?? unanswered, question);
  };
  return { resolve, missing };
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
