import type { Answer as DnsRecord, Packet } from "dns-packet";

/** The supported record types. */
const recordTypes = ["A", "AAAA", "CNAME", "MX", "PTR", "TXT"] as const;
export type RecordType = (typeof recordTypes)[number];

/** A query for a name's records of one type. */
export type Question = { name: string; type: RecordType };

/**
 * The answer to a question: records in the format of node:dns, with texts in pieces and mail exchangers as objects; or
 * the node:dns code that says why there are none.
 */
export type Answer = { records: readonly unknown[]; code: string | null };

/** An answer with its time to live. */
export type Reply = Answer & { seconds: number };

export function isRecordType(type: string): type is RecordType {
  return recordTypes.some((known) => known === type);
}

/** Returns a key that ignores case and a final dot. */
export function keyOf({ name, type }: Question): string {
  return `${type} ${name.toLowerCase().replace(/\.$/, "")}`;
}

/** Whether a code is a definite answer: no such name or record. */
export function isAbsenceCode(code: string | null): boolean {
  return code !== null && ["ENOTFOUND", "ENODATA", "EBADNAME"].includes(code);
}

/** Whether an error is a definite answer: no such name or record. */
export function isAbsence(error: unknown): error is NodeJS.ErrnoException {
  return error instanceof Error && "code" in error && isAbsenceCode(String(error.code));
}

/** Returns a copy of an answer's records; throws like node:dns if there are none. */
export function recordsOf({ records, code }: Answer, { name, type }: Question): string[] {
  if (code !== null) throw Object.assign(new Error(`${type} of ${name}: ${code}`), { code });
  // The caller knows the format by the type; node:dns types them as strings, too.
  return structuredClone(records) as string[];
}

/** Response codes of a reply (RFC 1035, section 4.1.1). */
export const codes = { found: 0, malformed: 1, absent: 3 } as const;

/** Time to live of an absence without a SOA record. */
const absentSeconds = 60;
/** No sensible chain of aliases is longer. */
const mostAliases = 16;
/** No key or policy is larger; larger answers count as absent. */
const mostCharacters = 16_384;

/** Whether a packet replies to this question; anybody can send packets. */
export function isReplyTo(packet: Packet, id: number, question: Question): boolean {
  const [replied] = packet.questions ?? [];
  return (
    packet.type === "response" &&
    packet.id === id &&
    replied !== undefined &&
    `${replied.type} ${replied.name.toLowerCase()}` === keyOf(question)
  );
}

/** Returns a reply's response code. */
export function codeOf({ flags = 0 }: Packet): number {
  return flags & 0xf;
}

/** Reads a name server's reply: the records at the end of the aliases, or an absence, with its time to live. */
export function readReply(packet: Packet, question: Question): Reply {
  const answers = packet.answers ?? [];
  let name = question.name.replace(/\.$/, "").toLowerCase();
  let seconds = Number.POSITIVE_INFINITY;
  for (let step = 0; step <= mostAliases; step += 1) {
    const ofName = answers.filter((record) => record.name.toLowerCase() === name);
    const found = ofName.filter(({ type }) => type === question.type);
    if (found.length > 0) {
      const records = found.map(contentOf);
      const ttl = Math.min(seconds, ...found.map(secondsOf));
      const isTooLong = JSON.stringify(records).length > mostCharacters;
      return isTooLong ? { records: [], code: "ENODATA", seconds: ttl } : { records, code: null, seconds: ttl };
    }
    const alias = ofName.find(({ type }) => type === "CNAME");
    if (alias?.type !== "CNAME") break;
    seconds = Math.min(seconds, secondsOf(alias));
    name = alias.data.toLowerCase();
  }
  const code = codeOf(packet) === codes.absent ? "ENOTFOUND" : "ENODATA";
  return { records: [], code, seconds: Math.min(seconds, secondsOfAbsence(packet)) };
}

/** Returns the time to live of an absence (RFC 2308, section 5). */
function secondsOfAbsence({ authorities = [] }: Packet): number {
  const start = authorities.find(({ type }) => type === "SOA");
  if (start?.type !== "SOA") return absentSeconds;
  return Math.min(secondsOf(start), start.data.minimum ?? absentSeconds);
}

function secondsOf(record: DnsRecord): number {
  return "ttl" in record ? (record.ttl ?? 0) : 0;
}

// Converts to the format of node:dns.
function contentOf(record: DnsRecord): unknown {
  if (record.type === "TXT") return [record.data].flat().map((piece) => piece.toString("latin1"));
  if (record.type === "MX") return { exchange: record.data.exchange, priority: record.data.preference ?? 0 };
  return "data" in record ? record.data : null;
}
