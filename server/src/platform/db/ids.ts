import { randomFillSync, randomInt } from "node:crypto";

let latest = { time: 0, sequence: 0 };
/** Random bytes for several hundred ids: asking for eight costs as much as asking for all. */
const random = Buffer.alloc(4_096);
let used = random.length;

/**
 * Returns a new UUID version 7 (RFC 9562, sections 5.7 and 6.2). Later ids sort later, within one process even in the
 * same millisecond.
 */
export function newId(now: number = Date.now()): string {
  // Each millisecond has room for 3,000 more; a process makes tens.
  const sequence = now === latest.time ? (latest.sequence + 1) & 0xfff : randomInt(0x400);
  latest = { time: now, sequence };
  if (used === random.length) {
    randomFillSync(random);
    used = 0;
  }
  const bytes = Buffer.alloc(16);
  used += random.copy(bytes, 8, used, used + 8);
  bytes.writeUIntBE(now, 0, 6);
  bytes.writeUInt16BE(0x7000 | sequence, 6);
  bytes.writeUInt8((bytes.readUInt8(8) & 0x3f) | 0x80, 8);
  const hex = bytes.toString("hex");
  return `${hex.slice(0, 8)}-${hex.slice(8, 12)}-${hex.slice(12, 16)}-${hex.slice(16, 20)}-${hex.slice(20)}`;
}

const uuid = /^[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}$/i;

/** Whether a text has the form of an id. */
export function isId(text: string): boolean {
  return uuid.test(text);
}
