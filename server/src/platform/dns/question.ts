import type { Answer as DnsRecord, Packet } from "dns-packet";

/** The types of records that can be asked for. */
const recordTypes = ["A", "AAAA", "CNAME", "MX", "PTR", "TXT"] as const;
export type RecordType = (typeof recordTypes)[number];

/** What name servers are asked: the records of a name, of one type. */
export type Question = { name: string; type: RecordType };

/**
 * What is known of a question: its records as node:dns gives them, texts in pieces and mail exchangers as objects; or by which of
 * the codes of node:dns there are none.
 */
export type Answer = { records: readonly unknown[]; code: string | null };

/** An answer, and for how many seconds it holds. */
export type Reply = Answer & { seconds: number };

/** Whether a type of records can be asked for. */
export function isRecordType(type: string): type is RecordType {
  return recordTypes.some((one) => one === type);
}

/** A question as others can be compared with it: names are the same in upper and lower case, with and without a dot at their end. */
export function keyOf({ name, type }: Question): string {
  return `${type} ${name.toLowerCase().replace(/\.$/, "")}`;
}

/** Whether a code says that the question was answered after all: there is no such name, or it has no such record. */
export function saysAbsence(code: string | null): boolean {
  return code !== null && ["ENOTFOUND", "ENODATA", "EBADNAME"].includes(code);
}

/** Whether a failed question was answered after all. */
export function isAbsence(error: unknown): error is NodeJS.ErrnoException {
  return error instanceof Error && "code" in error && saysAbsence(String(error.code));
}

/** The records of an answer, a copy of the caller's own; throws as node:dns does where there are none. */
export function recordsOf({ records, code }: Answer, { name, type }: Question): string[] {
  if (code !== null) throw Object.assign(new Error(`${type} of ${name}: ${code}`), { code });
  // Whoever asks by a type knows what its records are; node:dns has them as strings, too.
  return structuredClone(records) as string[];
}

/** What a reply says of how it went (RFC 1035, section 4.1.1). */
export const codes = { found: 0, malformed: 1, absent: 3 } as const;

/** How long it holds that there is nothing, where nobody says so. */
const absentSeconds = 60;
/** Nobody has a longer way to a record. */
const mostAliases = 16;
/** More than any key or policy has; what is larger is as good as not there. */
const mostCharacters = 16_384;

/** Whether a packet replies to a question; anybody can send one. */
export function isReplyTo(packet: Packet, id: number, question: Question): boolean {
  const [asked] = packet.questions ?? [];
  return (
    packet.type === "response" &&
    packet.id === id &&
    asked !== undefined &&
    `${asked.type} ${asked.name.toLowerCase()}` === keyOf(question)
  );
}

/** By which of the codes a reply came. */
export function codeOf({ flags = 0 }: Packet): number {
  return flags & 0xf;
}

/** What a name server found: the records at the end of the name's aliases, or that there are none, and how long that holds. */
export function readReply(packet: Packet, question: Question): Reply {
  const answers = packet.answers ?? [];
  let name = question.name.replace(/\.$/, "").toLowerCase();
  let seconds = Number.POSITIVE_INFINITY;
  for (let step = 0; step <= mostAliases; step += 1) {
    const here = answers.filter((record) => record.name.toLowerCase() === name);
    const found = here.filter(({ type }) => type === question.type);
    if (found.length > 0) {
      const records = found.map(contentOf);
      const held = Math.min(seconds, ...found.map(secondsOf));
      const isTooLong = JSON.stringify(records).length > mostCharacters;
      return isTooLong ? { records: [], code: "ENODATA", seconds: held } : { records, code: null, seconds: held };
    }
    const alias = here.find(({ type }) => type === "CNAME");
    if (alias?.type !== "CNAME") break;
    seconds = Math.min(seconds, secondsOf(alias));
    name = alias.data.toLowerCase();
  }
  const code = codeOf(packet) === codes.absent ? "ENOTFOUND" : "ENODATA";
  return { records: [], code, seconds: Math.min(seconds, secondsOfAbsence(packet)) };
}

/** How long it holds that there is nothing (RFC 2308, section 5). */
function secondsOfAbsence({ authorities = [] }: Packet): number {
  const start = authorities.find(({ type }) => type === "SOA");
  if (start?.type !== "SOA") return absentSeconds;
  return Math.min(secondsOf(start), start.data.minimum ?? absentSeconds);
}

function secondsOf(record: DnsRecord): number {
  return "ttl" in record ? (record.ttl ?? 0) : 0;
}

// As node:dns has it.
function contentOf(record: DnsRecord): unknown {
  if (record.type === "TXT") return [record.data].flat().map((piece) => piece.toString("latin1"));
  if (record.type === "MX") return { exchange: record.data.exchange, priority: record.data.preference ?? 0 };
  return "data" in record ? record.data : null;
}
