import { createHash, randomBytes, timingSafeEqual } from "node:crypto";
import { crc32 } from "node:zlib";

/** The parts of a key: one that says which it is, and the secret. */
type KeyParts = { publicPart: string; secret: string };

/** `dhk_` is for scanners of published code; the checksum at the end tells a key from what only looks like one. */
const shape = /^dhk_([0-9a-f]{16})_([0-9a-f]{64})([0-9a-f]{8})$/;

/** Makes a random public part, which is no secret. */
export function newPublicPart(): string {
  return randomBytes(8).toString("hex");
}

/** Makes a key with this public part and a random secret of 256 bits. */
export function newApiKey(publicPart: string): { key: string; secretHash: Buffer } {
  const secret = randomBytes(32).toString("hex");
  return { key: `${begin(publicPart)}_${secret}${checksum(publicPart, secret)}`, secretHash: hashOf(secret) };
}

/** How the key with this public part begins. */
export function begin(publicPart: string): string {
  return `dhk_${publicPart}`;
}

/** Reads a key; null for what was never made here, which costs no look into the database. */
export function readApiKey(text: string): KeyParts | null {
  const [, publicPart = "", secret = "", sum = ""] = shape.exec(text) ?? [];
  return sum !== "" && sum === checksum(publicPart, secret) ? { publicPart, secret } : null;
}

/** Whether an address has a key in it, wherever it stands. */
export function holdsApiKey(url: string): boolean {
  return /dhk_[0-9a-f]{16}/i.test(url);
}

function checksum(publicPart: string, secret: string): string {
  return crc32(`${begin(publicPart)}_${secret}`)
    .toString(16)
    .padStart(8, "0");
}

function hashOf(secret: string): Buffer {
  return createHash("sha256").update(secret).digest();
}

const nothing = Buffer.alloc(32);

/** Whether a secret has one of these hashes; takes as long whichever it is, and whether there are any. */
export function hasHash(secret: string, hashes: readonly (Buffer | null | undefined)[]): boolean {
  const hash = hashOf(secret);
  const found = hashes.map((other) => timingSafeEqual(hash, other ?? nothing));
  return found.includes(true);
}
