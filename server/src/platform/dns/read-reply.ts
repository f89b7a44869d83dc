import type { Answer as DnsRecord, Packet } from "dns-packet";
import { keyOf, type Question, type Reply } from "./question.ts";

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
