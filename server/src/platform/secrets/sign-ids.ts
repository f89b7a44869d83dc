import { createHmac, timingSafeEqual } from "node:crypto";
import { isId } from "../db/ids.ts";
import { deriveKey } from "./seal.ts";

/** RFC 4648, section 6, in lower case. */
const alphabet = "abcdefghijklmnopqrstuvwxyz234567";
/** A UUID's 128 bits in characters of 5 bits each. */
export const referenceLength = 26;
/** 100 bits. */
export const signatureLength = 20;

/** A key for one purpose, derived from the installation's secret or from another key. */
export function purposeKey(from: string | Buffer, purpose: string): Buffer {
  // Deriving it takes as long as some statements, and every mail is read with some.
  const derived = keys.get(from) ?? new Map<string, Buffer>();
  keys.set(from, derived);
  const key = derived.get(purpose) ?? Buffer.from(deriveKey(from, purpose), "hex");
  derived.set(purpose, key);
  return key;
}

const keys = new Map<string | Buffer, Map<string, Buffer>>();

/** The secret part of a link that names ids: whoever has it got it from us. What it may do, and until when, its reader decides. */
export function signToken(key: Buffer, purpose: string, ...ids: string[]): string {
  const references = ids.map(toReference).join("");
  return references + signText(key, purpose, references);
}

/** The ids of a token; undefined where it was not signed with this key for this purpose. */
export function readToken(key: Buffer, purpose: string, token: string): string[] | undefined {
  const [references, signature] = [token.slice(0, -signatureLength), token.slice(-signatureLength)];
  if (!isSignedText(key, purpose, references, signature)) return undefined;
  const each = references.match(/.{26}/gs) ?? [];
  const ids = each.flatMap((reference) => fromReference(reference) ?? []);
  return ids.length * referenceLength === references.length && ids.length > 0 ? ids : undefined;
}

/** A signature in letters and digits that may change their case on the way (HMAC-SHA256, cut). */
export function signText(key: Buffer, purpose: string, text: string): string {
  const digest = createHmac("sha256", key).update(`${purpose}:${text}`).digest();
  return toBase32(digest).slice(0, signatureLength);
}

export function isSignedText(key: Buffer, purpose: string, text: string, signature: string): boolean {
  const [expected, given] = [Buffer.from(signText(key, purpose, text)), Buffer.from(signature)];
  return expected.length === given.length && timingSafeEqual(expected, given);
}

/** Encodes bytes as lower-case base32 without padding (RFC 4648, section 6), which survives programs that change the case of addresses. */
function toBase32(bytes: Uint8Array): string {
  let text = "";
  let pending = 0;
  let bits = 0;
  for (const byte of bytes) {
    pending = (pending << 8) | byte;
    bits += 8;
    for (; bits >= 5; bits -= 5) text += alphabet.charAt((pending >> (bits - 5)) & 31);
    pending &= (1 << bits) - 1;
  }
  return bits > 0 ? text + alphabet.charAt((pending << (5 - bits)) & 31) : text;
}

/** Encodes a UUID as 26 characters for an address; throws a TypeError for anything else. */
export function toReference(id: string): string {
  if (!isId(id)) throw new TypeError(`Not an id: ${JSON.stringify(id)}`);
  return toBase32(Buffer.from(id.replaceAll("-", ""), "hex"));
}

/** Decodes a reference of `toReference`; undefined if it is none. */
export function fromReference(reference: string): string | undefined {
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
