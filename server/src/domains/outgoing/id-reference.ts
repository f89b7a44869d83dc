const alphabet = "abcdefghijklmnopqrstuvwxyz234567";
/** A UUID's 128 bits in characters of 5 bits each. */
const length = 26;
const uuid = /^[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}$/;

/** Bytes as lower-case base32 without padding (RFC 4648, section 6): survives programs that change the case of addresses. */
export function toBase32(bytes: Uint8Array): string {
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
export function toReference(id: string): string {
  if (!uuid.test(id)) throw new TypeError(`Not an id: ${JSON.stringify(id)}`);
  return toBase32(Buffer.from(id.replaceAll("-", ""), "hex"));
}

/** The UUID behind a reference made by `toReference`, or undefined when there is none. */
export function fromReference(reference: string): string | undefined {
  if (reference.length !== length) return undefined;
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
