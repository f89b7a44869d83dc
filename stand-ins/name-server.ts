import { createSocket } from "node:dgram";
import { once } from "node:events";
import { type Answer, decode, encode, type Question, RECURSION_AVAILABLE } from "dns-packet";

/** Records by name and type, as `"customer.example TXT"`; or what goes wrong when somebody asks, `"* *"` for anything. */
export type Zone = Record<string, readonly string[] | "silence" | "garbage" | "servfail">;

export type NameServerStandIn = {
  /** As the setting DNS_SERVERS takes it. */
  address: string;
  /** What it answers from now on. */
  zone: Zone;
  /** Every question so far, as `"customer.example TXT"`. */
  asked: string[];
  stop(): Promise<void>;
};

/** Starts a name server on this machine that knows the records of a table and nothing else. */
export async function startNameServer(zone: Zone, port = 0): Promise<NameServerStandIn> {
  const socket = createSocket("udp4");
  const standIn: NameServerStandIn = { address: "", zone, asked: [], stop: async () => void socket.close() };
  socket.on("message", (bytes, from) => {
    const { id, questions = [] } = decode(bytes);
    const [question] = questions;
    if (!question) return;
    const key = `${question.name.toLowerCase()} ${question.type}`;
    standIn.asked.push(key);
    const reply = replyTo(id ?? 0, question, standIn.zone, key);
    if (reply) socket.send(reply, from.port, from.address);
  });
  socket.bind(port, "127.0.0.1");
  await once(socket, "listening");
  standIn.address = `127.0.0.1:${socket.address().port}`;
  return standIn;
}

function replyTo(id: number, question: Question, zone: Zone, key: string): Buffer | null {
  const found = zone[key] ?? aliasOf(question, zone) ?? zone["* *"];
  if (found === "silence") return null;
  if (found === "garbage") return Buffer.from("no answer at all");
  const code = found === "servfail" ? 2 : found === undefined && !isName(question.name, zone) ? 3 : 0;
  const answers = Array.isArray(found) ? answersOf(question, found, zone) : [];
  return encode({ type: "response", id, flags: RECURSION_AVAILABLE | code, questions: [question], answers });
}

function aliasOf({ name, type }: Question, zone: Zone) {
  const target = zone[`${name.toLowerCase()} CNAME`]?.[0];
  return target && type !== "CNAME" ? zone[`${target} ${type}`] : undefined;
}

function isName(name: string, zone: Zone): boolean {
  return Object.keys(zone).some((key) => key.startsWith(`${name.toLowerCase()} `));
}

function answersOf({ name, type }: Question, records: readonly string[], zone: Zone): Answer[] {
  const alias = zone[`${name.toLowerCase()} ${type}`] ? undefined : zone[`${name.toLowerCase()} CNAME`]?.[0];
  const owner = alias ?? name;
  const found = records.map((record): Answer => {
    if (type === "TXT") return { type, name: owner, data: record.match(/.{1,255}/gs) ?? [""] };
    if (type === "MX") return { type, name: owner, data: { exchange: record, preference: 10 } };
    if (type === "A" || type === "AAAA" || type === "CNAME" || type === "PTR")
      return { type, name: owner, data: record };
    throw new TypeError(`The stand-in has no ${type} records`);
  });
  return alias ? [{ type: "CNAME", name, data: alias }, ...found] : found;
}
