import { createHmac, timingSafeEqual } from "node:crypto";
import { isId } from "../../platform/db/ids.ts";
import { deriveKey } from "../../platform/secrets/seal.ts";

/** RFC 4648, section 6, in lower case. */
const alphabet = "abcdefghijklmnopqrstuvwxyz234567";
/** A UUID's 128 bits in characters of 5 bits each. */
const referenceLength = 26;

/**
 * 100 bits: `help+` 5, code 8, reference 26, signature 20, two for how often it was sent again and three dots are the 64
 * characters of a local part (RFC 5321, section 4.5.3.1.1).
 */
const signatureLength = 20;
const clientCode = /^[a-hjkmnp-z2-9]{8}$/;
const addressForm = /^help\+([a-hjkmnp-z2-9]{8})\.(.*)$/s;
const messageIdPrefix = "dh.";

/** What the keys of reply addresses, Message-IDs and other marks of mails are derived from, itself derived from the installation's secret. */
export function mailKey(secret: string): Buffer {
  // Deriving it takes as long as some statements, and every mail is read with it.
  const key = keys.get(secret) ?? Buffer.from(deriveKey(secret, "mail-signatures"), "hex");
  keys.set(secret, key);
  return key;
}

const keys = new Map<string, Buffer>();

/** Further sendings count as the last of these. */
export const mostResends = 23;
/** The most that two characters say: so many recipients of a mail, and sendings to each. */
const mostSendings = 36 ** 2;

/** One sending of a mail: to which of its recipients, by their place in it, and how often it was sent to them before. */
export type Sending = { place: number; resends: number };

type Addressed = {
  clientCode: string;
  ticketId: string;
  /** The sending whose return path it is; null for the address that people reply to. */
  sending: Sending | null;
};

/**
 * The address that replies to a ticket go to: `help+{client code}.{ticket}.{signature}@domain`, all lower-case. Of a
 * `sending` the return path, which mail systems alone write to.
 */
export function replyAddress(
  key: Buffer,
  mailDomain: string,
  { clientCode: code, ticketId, sending = null }: Omit<Addressed, "sending"> & Partial<Addressed>,
): string {
  if (!clientCode.test(code)) throw new TypeError(`Not a client code: ${JSON.stringify(code)}`);
  const named = `${code}.${toReference(ticketId)}`;
  const mark = sending === null ? "" : `.${numberOf(sending).toString(36)}`;
  return `help+${named}.${sign(key, "reply-address", named + mark)}${mark}@${mailDomain.toLowerCase()}`;
}

/** Reads an address back: a ticket of ours, one that claims to be and is not, or any other address. */
export function readReplyAddress(
  key: Buffer,
  mailDomain: string,
  address: string,
): ({ kind: "ours" } & Addressed) | { kind: "forged"; clientCode: string } | { kind: "other" } {
  const form = addressForm.exec(localPartAt(mailDomain, address) ?? "");
  const [, code, rest] = form ?? [];
  if (code === undefined || rest === undefined) return { kind: "other" };
  const [reference = "", signature = "", ...mark] = rest.split(".");
  const isOurs = isSigned(key, "reply-address", [code, reference, ...mark].join("."), signature);
  const ticketId = isOurs ? fromReference(reference) : undefined;
  if (ticketId === undefined) return { kind: "forged", clientCode: code };
  const number = mark[0] ? Number.parseInt(mark[0], 36) : null;
  return { kind: "ours", clientCode: code, ticketId, sending: number === null ? null : sendingOf(number) };
}

function numberOf({ place, resends }: Sending): number {
  const number = place * (mostResends + 1) + Math.min(resends, mostResends);
  if (number >= mostSendings) throw new RangeError(`A mail has no recipient ${place}`);
  return number;
}

function sendingOf(number: number): Sending {
  return { place: Math.floor(number / (mostResends + 1)), resends: number % (mostResends + 1) };
}

/** The Message-ID, without angle brackets, of the mail that carries a message; the same message always gets the same one. */
export function newMailMessageId(key: Buffer, mailDomain: string, messageId: string): string {
  const reference = toReference(messageId);
  return `${messageIdPrefix}${reference}.${sign(key, "message-id", reference)}@${mailDomain.toLowerCase()}`;
}

/**
 * Reads a Message-ID back, with or without angle brackets and whatever its case: ours, one that claims to be with a wrong
 * signature, one of ours that a program cut or lengthened, or any other.
 */
export function readMailMessageId(
  key: Buffer,
  mailDomain: string,
  id: string,
): { kind: "ours"; messageId: string } | { kind: "forged" | "broken" | "other" } {
  const bare = id.trim().replace(/^<|>$/g, "");
  const local = localPartAt(mailDomain, bare);
  if (!local?.startsWith(messageIdPrefix)) return { kind: "other" };
  const [reference = "", signature = "", ...more] = local.slice(messageIdPrefix.length).split(".");
  const isWhole = reference.length === referenceLength && signature.length === signatureLength && more.length === 0;
  if (!isWhole) return { kind: "broken" };
  const messageId = isSigned(key, "message-id", reference, signature) ? fromReference(reference) : undefined;
  return messageId === undefined ? { kind: "forged" } : { kind: "ours", messageId };
}

/** The value of the loop header: only this installation's mail has it. */
export function loopMark(key: Buffer, mailDomain: string): string {
  return sign(key, "loop", mailDomain.toLowerCase());
}

export function isLoopMark(key: Buffer, mailDomain: string, value: string): boolean {
  return isSigned(key, "loop", mailDomain.toLowerCase(), value);
}

/** Local part in lower case, when the address is at our domain: we made it, so its case carries nothing. */
function localPartAt(mailDomain: string, address: string): string | undefined {
  const at = address.lastIndexOf("@");
  if (at < 0 || address.slice(at + 1).toLowerCase() !== mailDomain.toLowerCase()) return undefined;
  return address.slice(0, at).toLowerCase();
}

/** As it stands in a mail that other programs rewrote: in any case, with anything around it. */
const probeForm = /dhtest-([a-z2-7]{26})-([a-z2-7]{20})(?![a-z2-7])/gi;

/** What a mail that tests the forwarding is known by when it comes back: letters, digits and hyphens, which every program leaves alone. */
export function probeMark(key: Buffer, probeId: string): string {
  const reference = toReference(probeId);
  return `dhtest-${reference}-${sign(key, "probe", reference)}`;
}

/** The tests whose marks stand in a text; what is not signed by us is none. */
export function readProbeMarks(key: Buffer, text: string): string[] {
  return [...text.toLowerCase().matchAll(probeForm)].flatMap(([, reference = "", signature = ""]) => {
    const id = isSigned(key, "probe", reference, signature) ? fromReference(reference) : undefined;
    return id === undefined ? [] : [id];
  });
}

/** The secret part of the link that confirms an address, in the mail that was sent to it. */
export function probeLinkToken(key: Buffer, probeId: string): string {
  const reference = toReference(probeId);
  return `${reference}${sign(key, "probe-link", reference)}`;
}

/** The check whose link has this token; undefined where we did not sign it. */
export function readProbeLinkToken(key: Buffer, token: string): string | undefined {
  const [reference, signature] = [token.slice(0, referenceLength), token.slice(referenceLength)];
  return isSigned(key, "probe-link", reference, signature) ? fromReference(reference) : undefined;
}

type Purpose = "reply-address" | "message-id" | "loop" | "probe" | "probe-link";

const purposeKeys = new WeakMap<Buffer, Map<Purpose, Buffer>>();

/**
 * Each purpose has a key of its own. Message-IDs keep the one that signed everything until November 2026: they are made anew
 * whenever a message is named, and customers' mail programs have those of then.
 */
function keyFor(key: Buffer, purpose: Purpose): Buffer {
  if (purpose === "message-id") return key;
  const known = purposeKeys.get(key) ?? new Map<Purpose, Buffer>();
  purposeKeys.set(key, known);
  const own = known.get(purpose) ?? Buffer.from(deriveKey(key, `mail ${purpose}`), "hex");
  known.set(purpose, own);
  return own;
}

function sign(key: Buffer, purpose: Purpose, text: string, by = keyFor(key, purpose)): string {
  const digest = createHmac("sha256", by).update(`${purpose}:${text}`).digest();
  return toBase32(digest).slice(0, signatureLength);
}

/** Also what was signed by the one key: customers have reply addresses of then. */
function isSigned(key: Buffer, purpose: Purpose, text: string, signature: string): boolean {
  return [keyFor(key, purpose), key].some((by) => isSame(sign(key, purpose, text, by), signature));
}

function isSame(expected: string, given: string): boolean {
  const [one, other] = [Buffer.from(expected), Buffer.from(given)];
  return one.length === other.length && timingSafeEqual(one, other);
}

/** Bytes as lower-case base32 without padding (RFC 4648, section 6): survives programs that change the case of addresses. */
function toBase32(bytes: Uint8Array): string {
  let text = "";
  let held = 0;
  let bits = 0;
  for (const byte of bytes) {
    held = (held << 8) | byte;
    bits += 8;
    for (; bits >= 5; bits -= 5) text += alphabet.charAt((held >> (bits - 5)) & 31);
    held &= (1 << bits) - 1;
  }
  return bits > 0 ? text + alphabet.charAt((held << (5 - bits)) & 31) : text;
}

/** A UUID in 26 characters that may stand in an address; throws a TypeError when it is no UUID. */
function toReference(id: string): string {
  if (!isId(id)) throw new TypeError(`Not an id: ${JSON.stringify(id)}`);
  return toBase32(Buffer.from(id.replaceAll("-", ""), "hex"));
}

/** The UUID behind a reference made by `toReference`, or undefined when there is none. */
function fromReference(reference: string): string | undefined {
  if (reference.length !== referenceLength) return undefined;
  let number = 0n;
  for (const character of reference) {
    const value = alphabet.indexOf(character);
    if (value < 0) return undefined;
    number = (number << 5n) | BigInt(value);
  }
  // 26 characters hold 130 bits; the last two are padding and zero.
  if (number & 3n) return undefined;
  const hex = (number >> 2n).toString(16).padStart(32, "0");
  return `${hex.slice(0, 8)}-${hex.slice(8, 12)}-${hex.slice(12, 16)}-${hex.slice(16, 20)}-${hex.slice(20)}`;
}
