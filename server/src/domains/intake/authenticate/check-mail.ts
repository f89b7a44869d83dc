import { open } from "node:fs/promises";
import { evaluateDmarc } from "mailauth/lib/dmarc/index.js";
import { spf } from "mailauth/lib/spf/index.js";
import { type Answer, isRecordType, keyOf, type Question, recordsOf } from "../../../platform/dns/question.ts";
import { type MailHead, mostHeadBytes } from "../parse/read-headers.ts";
import type { Finding } from "./auth-results.ts";
import { type CheckedSignatures, checkSignatures, type Resolve, type Signer } from "./check-signatures.ts";
import { domainOf, isAligned } from "./domains.ts";

/** A mail to check against the records of its sender's domain. */
export type MailToCheck = {
  /** Its bytes, or the path of its file. */
  raw: Uint8Array | string;
  head: MailHead;
  /** The only address in From, and its domain. */
  from: string;
  fromDomain: string;
  /** The SMTP client and sender; null if they say nothing about the mail. */
  client: { host: string; helo: string; sender: string } | null;
  trustedSealers: readonly string[];
  /** The answers of name servers so far, by question. */
  answers: ReadonlyMap<string, Answer>;
  /** What its signatures prove, if they were read in an earlier step. */
  signatures: ReadSignatures | null;
  /** The time limit for reading the mail itself. */
  limitMs: number;
};

/** What a mail's signatures prove; null if reading them took too long. */
export type ReadSignatures = { found: CheckedSignatures | null };

/** The result of one step: the questions still to ask, and what is known so far. */
export type CheckStep = { missing: Question[]; signatures: ReadSignatures | null; checked: CheckedMail };

/** What name servers say about a mail's sender. */
export type CheckedMail = {
  /** The domain whose DKIM signature proves the sender. */
  signedBy: string | null;
  /** The SPF result for the envelope's sender at `domain`; null if that is unrelated to From. */
  spf: { result: string; domain: string } | null;
  dmarc: "pass" | "fail" | "none" | "unknown";
  /** Whether only signatures prove the sender, and none of them covers the mail's Reply-To. */
  isReplyToOpen: boolean;
  /** Whether a look-up failed that might have proved the sender. */
  isUncertain: boolean;
  forwarded: Finding | null;
  /** Whether its signatures took too long to read, which only its writer can have caused. */
  isOverlong: boolean;
};

/** The receiver's name in SPF macros, which need not know ours. */
const receiver = "localhost";

/** The answer to a question that nobody answered, as node:dns reports it. */
const unanswered: Answer = { records: [], code: "ETIMEOUT" };

/**
 * Checks SPF (RFC 7208), DKIM, ARC and DMARC (RFC 9989) of one mail with the answers so far, and returns the questions that are missing.
 * Asks only about the domain in From and trusted sealers, so that no stranger's name server can delay the check. SPF and the policy
 * are judged even if the mail itself takes too long.
 */
export async function checkMail(mail: MailToCheck): Promise<CheckStep> {
  const { fromDomain, answers } = mail;
  const dns = answersResolver(answers);
  const reading = mail.signatures ? { ...mail.signatures, missing: [] } : readSignatures(mail);
  const [{ found, missing }, sent] = await Promise.all([reading, checkHost(mail, dns.resolve)]);
  const sentBy = sent?.result === "pass" ? [sent.domain] : [];
  const policy = await checkPolicy(fromDomain, { signedBy: found?.signedBy ?? [], sentBy }, dns.resolve);
  return {
    missing: [...missing, ...dns.missing.values()],
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

/** Reads a mail's signatures and returns the questions for missing keys. */
async function readSignatures(mail: MailToCheck): Promise<ReadSignatures & { missing: Question[] }> {
  const { raw, answers, limitMs } = mail;
  const limit = AbortSignal.timeout(limitMs);
  const keys = answersResolver(answers);
  const read = async (source: MailToCheck["raw"]): Promise<ReadSignatures & { missing: Question[] }> => {
    const reading = checkSignatures({ ...mail, raw: source, resolver: keys.resolve, limit }).catch((error) => {
      // The limit aborts the stream that reads the file.
      if (limit.aborted) return null;
      throw error;
    });
    const found = await Promise.race([reading, aborted(limit)]);
    return { found, missing: [...keys.missing.values()] };
  };
  // The head says which keys a file needs, so the whole file is read only once these are known.
  const atHead = typeof raw === "string" ? await read(await readStart(raw)) : null;
  return atHead && atHead.missing.length > 0 ? atHead : read(raw);
}

/** Checks SPF if the sender is at the domain in From; another domain's result says nothing about From. */
async function checkHost({ client, fromDomain }: MailToCheck, resolver: Resolve): Promise<CheckedMail["spf"]> {
  const domain = client && domainOf(client.sender || client.helo);
  if (!client || !domain || !isAligned(domain, fromDomain)) return null;
  const sender = { sender: client.sender, ip: client.host, helo: client.helo || client.host };
  const { status } = await spf({ ...sender, mta: receiver, resolver });
  return { result: status.result, domain };
}

/**
 * Evaluates the proofs with the domain's DMARC policy. Without a policy, any domain of the same organisation counts. Public suffixes
 * are respected as well, so that a policy above a suffix does not unite all domains below it.
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
  const accepted = signedBy.filter(({ domain }) => counts(domain));
  const isSentByOwn = sentBy.some(counts);
  const unproven = isKnown ? "none" : "unknown";
  return { dmarc: accepted.length > 0 || isSentByOwn ? "pass" : unproven, ...proofBy(accepted, isSentByOwn) } as const;
}

function proofBy(signers: Signer[], isSentByOwn: boolean): Pick<CheckedMail, "signedBy" | "isReplyToOpen"> {
  const [first] = signers;
  const isOpen = first !== undefined && signers.every(({ isReplyToOpen }) => isReplyToOpen);
  return { signedBy: first?.domain ?? null, isReplyToOpen: isOpen && !isSentByOwn };
}

/** Resolves from the answers so far and collects the missing questions, which get a timeout as answer. */
function answersResolver(answers: MailToCheck["answers"]): { resolve: Resolve; missing: Map<string, Question> } {
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

function aborted(limit: AbortSignal): Promise<null> {
  return new Promise((resolve) => limit.addEventListener("abort", () => resolve(null), { once: true }));
}
