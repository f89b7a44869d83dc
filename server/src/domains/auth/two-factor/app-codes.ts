import { createHmac, randomBytes, timingSafeEqual } from "node:crypto";

/** In seconds; the default of authenticator apps, some of which ignore what the address says. */
const period = 30;
const digits = 6;
/** Steps before and after that are accepted too, for differing clocks and slow typing (RFC 6238, section 5.2). */
const drift = 1;
const alphabet = "ABCDEFGHIJKLMNOPQRSTUVWXYZ234567";

/** Makes a key of 160 bits (RFC 4226, section 4) in base 32 (RFC 4648), for authenticator apps. */
export function newKey(): string {
  return toBase32(randomBytes(20));
}

/** The address an authenticator app reads from a QR code (Key URI Format). */
export function keyAddress(key: string, issuer: string, account: string): string {
  const label = `${encodeURIComponent(issuer)}:${encodeURIComponent(account)}`;
  const rest = new URLSearchParams({
    secret: key,
    issuer,
    algorithm: "SHA1",
    digits: `${digits}`,
    period: `${period}`,
  });
  return `otpauth://totp/${label}?${rest}`;
}

/** The code of a key at a step of 30 seconds since 1970 (RFC 6238). */
export function codeAt(key: string, step: number): string {
  const counter = Buffer.alloc(8);
  counter.writeBigUInt64BE(BigInt(step));
  const hash = createHmac("sha1", fromBase32(key)).update(counter).digest();
  // RFC 4226, section 5.3: the last four bits give the number's offset in the hash.
  const offset = (hash.at(-1) ?? 0) & 15;
  const number = hash.readUInt32BE(offset) & 0x7fff_ffff;
  return `${number % 10 ** digits}`.padStart(digits, "0");
}

/** The step of a time in milliseconds. */
export function stepAt(now: number): number {
  return Math.floor(now / 1000 / period);
}

/** The step of a code at this time, after the last used step; null for a wrong or used code. */
export function stepOfCode(key: string, code: string, now: number, lastStep: number): number | null {
  const current = stepAt(now);
  for (let step = current - drift; step <= current + drift; step += 1) {
    if (step > lastStep && isSame(codeAt(key, step), code)) return step;
  }
  return null;
}

function isSame(expected: string, actual: string): boolean {
  return /^\d{6}$/.test(actual) && timingSafeEqual(Buffer.from(expected), Buffer.from(actual));
}

function toBase32(bytes: Buffer): string {
  let bits = 0n;
  for (const byte of bytes) bits = (bits << 8n) | BigInt(byte);
  const length = (bytes.length * 8) / 5;
  return Array.from({ length }, (_, index) => alphabet[Number((bits >> BigInt(5 * (length - 1 - index))) & 31n)]).join(
    "",
  );
}

function fromBase32(text: string): Buffer {
  let bits = 0n;
  for (const sign of text) bits = (bits << 5n) | BigInt(alphabet.indexOf(sign));
  return Buffer.from(bits.toString(16).padStart((text.length * 5) / 4, "0"), "hex");
}
