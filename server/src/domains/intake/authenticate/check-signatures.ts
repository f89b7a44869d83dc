import { createReadStream } from "node:fs";
import type { ARCOptions, ARCSigningData } from "mailauth";
import { arc } from "mailauth/lib/arc/index.js";
import { dkimVerify } from "mailauth/lib/dkim/verify.js";
import type { HeadField, MailHead } from "../parse/read-headers.ts";
import { type Finding, judgeTrusted, readAuthResults } from "./auth-results.ts";
import { asDomain, isAligned, isSameAddress } from "./domains.ts";

/** What a mail's signatures prove about the domain in its From. */
export type CheckedSignatures = {
  /** Signers of the domain's organisation whose DKIM signatures are valid and cover everything that is read. */
  signedBy: Signer[];
  /** Whether a key of the organisation could not be looked up. */
  isUncertain: boolean;
  /** The finding of a trusted forwarder with a valid seal. */
  forwarded: Finding | null;
};

/** Returns a name's records, or rejects, like node:dns. */
export type Resolve = (name: string, type: string) => Promise<string[]>;

/** The signer of a mail; `isReplyToOpen` says that its Reply-To is unsigned, so that anybody on the way may have added it. */
export type Signer = { domain: string; isReplyToOpen: boolean };

const unsigned: CheckedSignatures = { signedBy: [], isUncertain: false, forwarded: null };

/** Shorter keys prove nothing (RFC 8301, section 3.2). */
const shortestKeyBits = 1_024;
/** Longer chains do not occur for forwarded customers' mail. */
const mostSeals = 10;
// Beyond these limits verification takes seconds, and no person's mail reaches them: such signatures are ignored.
const mostSignatures = 20;
/** Each distinct body hash reads the whole body. Honest mail has one or two. */
const mostHashes = 4;
const mostFields = 1_000;
const longestField = 32_768;
/** Fields that may occur only once: an unsigned second one, in front of the signed one, would be shown instead. */
const onceOnlyFields = ["subject", "date", "reply-to", "content-type", "message-id", "in-reply-to", "references"];

type Signature = {
  status: { result: string };
  signingDomain?: string | undefined;
  canonBodyLengthLimited?: boolean | undefined;
  signingHeaders?: { keys: string } | undefined;
};

export type SignedMail = {
  /** Its bytes, or the path of its file, which is streamed. */
  raw: Uint8Array | string;
  head: MailHead;
  from: string;
  fromDomain: string;
  trustedSealers: readonly string[];
  resolver: Resolve;
  limit: AbortSignal;
};

/** Verifies the DKIM signatures (RFC 6376) of the domain in From, and the ARC chain (RFC 8617) of trusted forwarders. */
export async function checkSignatures(mail: SignedMail): Promise<CheckedSignatures> {
  const { raw, from, fromDomain, limit } = mail;
  const { fields, isPlain } = mail.head;
  if (!areCheckable(fields) || !isPlain) return unsigned;
  const source = typeof raw === "string" ? createReadStream(raw, { signal: limit }) : Buffer.from(raw);
  const options = { resolver: resolverFor(mail), minBitLength: shortestKeyBits, strict: true };
  const verified = await dkimVerify(source, options);
  // The signed From must be the one that was read.
  const isOnly = verified.fromFields === 1 && verified.headerFrom.length === 1;
  if (!isOnly || !isSameAddress(verified.headerFrom[0] ?? "", from)) return unsigned;
  const aligned = verified.results.filter(({ signingDomain }) => isAligned(asDomain(signingDomain ?? ""), fromDomain));
  return {
    signedBy: aligned.flatMap((one) => (covers(one, fields) ? [signerOf(one, fields, from)] : [])),
    isUncertain: verified.results.some((one) => isLost(one, fromDomain)),
    forwarded: verified.arc ? await checkChain(verified.arc, fields, mail, options) : null,
  };
}

/** Whether there are signatures, and they can be verified in bounded time. */
function areCheckable(fields: readonly HeadField[]): boolean {
  const signatures = fields.filter(({ name }) => name === "dkim-signature" || name === "arc-seal").length;
  const areFew = signatures > 0 && signatures <= mostSignatures && fields.length <= mostFields;
  return areFew && fields.every(({ value }) => value.length <= longestField) && countHashes(fields) <= mostHashes;
}

/** Counts the distinct body hashes: by canonicalization, algorithm and length. */
function countHashes(fields: readonly HeadField[]): number {
  const signing = fields.filter(({ name }) => name === "dkim-signature" || name === "arc-message-signature");
  const hashes = signing.map(({ value }) => {
    const tags = new Map(
      value.split(";").map((tag) => {
        const at = tag.indexOf("=");
        return [
          tag.slice(0, at).trim().toLowerCase(),
          tag
            .slice(at + 1)
            .replace(/\s+/g, "")
            .toLowerCase(),
        ] as const;
      }),
    );
    return [tags.get("c")?.split("/")[1] ?? "simple", tags.get("a")?.split("-")[1], tags.get("l")].join(" ");
  });
  return new Set(hashes).size;
}

/** Looks up only keys that may prove something: those of the organisation and of trusted sealers. */
function resolverFor({ fromDomain, trustedSealers, resolver }: SignedMail): Resolve {
  return async (name, type) => {
    const owner = asDomain(name.slice(name.lastIndexOf("._domainkey.") + "._domainkey.".length));
    if (isAligned(owner, fromDomain) || isTrusted(owner, trustedSealers)) return await resolver(name, type);
    throw Object.assign(new Error(`Nobody needs a key of ${owner}`), { code: "ENOTFOUND" });
  };
}

/** Whether a key of the domain, or of one above it, could not be looked up. Other subdomains may fail for odd reasons. */
function isLost({ status, signingDomain }: Signature, fromDomain: string): boolean {
  return status.result === "temperror" && `.${fromDomain}`.endsWith(`.${asDomain(signingDomain ?? "")}`);
}

/** Other fields that name the person to answer if a mailing list stands in From. */
const listReplyFields = ["x-original-from", "x-original-sender", "original-from", "author", "cc"];

function signerOf(signature: Signature, fields: readonly HeadField[], from: string): Signer {
  const isByList = fields.some(({ name, value }) => isListField(name) && namesList(value, from));
  const replyFields = new Set(["reply-to", ...(isByList ? listReplyFields : [])]);
  const signed = signedNames(signature);
  const isReplyToOpen = fields.some(({ name }) => replyFields.has(name) && !signed.includes(name));
  return { domain: asDomain(signature.signingDomain ?? ""), isReplyToOpen };
}

function isListField(name: string): boolean {
  return name === "list-post" || name === "list-id";
}

function namesList(value: string, from: string): boolean {
  const [said, list] = [value.toLowerCase(), from.toLowerCase()];
  return said.includes(list) || said.includes(list.replace("@", "."));
}

function signedNames({ signingHeaders }: Signature): string[] {
  return (signingHeaders?.keys ?? "").split(":").map((name) => name.trim().toLowerCase());
}

/** Whether a signature is valid and covers the whole body and all fields that are read. */
function covers(signature: Signature, fields: readonly HeadField[]): boolean {
  if (signature.status.result !== "pass" || signature.canonBodyLengthLimited) return false;
  const signed = signedNames(signature);
  const count = (names: readonly string[], wanted: string) => names.filter((name) => name === wanted).length;
  const present = fields.map(({ name }) => name);
  const isShownSigned = !present.includes("subject") || signed.includes("subject");
  return isShownSigned && onceOnlyFields.every((name) => count(present, name) <= Math.max(1, count(signed, name)));
}

/**
 * Returns what the first forwarder found, if the whole chain is valid and all its sealers are trusted. Untrusted seals prove nothing,
 * because the sender can add them.
 */
async function checkChain(
  { chain, lastEntry, error }: ARCSigningData,
  fields: readonly HeadField[],
  { fromDomain, trustedSealers }: SignedMail,
  options: ARCOptions,
): Promise<Finding | null> {
  if (error || !chain || !lastEntry || chain.length > mostSeals) return null;
  const sealers = chain.map((set) => asDomain(String(set["arc-seal"]?.parsed?.d?.value ?? "")));
  if (!sealers.every((sealer) => isTrusted(sealer, trustedSealers))) return null;
  const { status, signature } = await arc({ chain, lastEntry }, options);
  if (status.result !== "pass" || !signature || !covers(signature, fields)) return null;
  const results = String(chain[0]?.["arc-authentication-results"]?.original ?? "");
  const finding = judgeTrusted(readAuthResults(results.slice(results.indexOf(":") + 1)), fromDomain);
  return finding?.check === "pass" ? finding : null;
}

function isTrusted(domain: string, trusted: readonly string[]): boolean {
  return trusted.some((one) => domain === one || domain.endsWith(`.${one}`));
}
