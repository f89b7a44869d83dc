import { createSocket } from "node:dgram";
import { once } from "node:events";
import { createServer, type Socket } from "node:net";
import { setTimeout as sleep } from "node:timers/promises";
import {
  type Answer,
  decode,
  encode,
  type Packet,
  type Question,
  RECURSION_AVAILABLE,
  streamDecode,
  streamEncode,
  TRUNCATED_RESPONSE,
} from "dns-packet";

/** Records by name and type, as `"customer.example TXT"`; or what goes wrong when somebody asks, `"* *"` for anything. */
export type Zone = Record<string, Said>;
/** Records; or nothing, bytes that are no answer, a failure, or aliases that lead back to where they began. */
type Said = readonly string[] | "silence" | "garbage" | "servfail" | "circle";

/** What becomes of one question, where that is another thing than with all. */
export type Treatment = { isDropped?: boolean; afterMs?: number; says?: Said };

export type NameServerStandIn = {
  /** As the setting DNS_SERVERS takes it. */
  address: string;
  /** What it answers from now on. */
  zone: Zone;
  /** Every question so far, as `"customer.example TXT"`. */
  asked: string[];
  /** How long its answers hold, in seconds, those that there is nothing included. */
  seconds: number;
  /** How long it thinks before it answers. */
  answersAfterMs: number;
  /** Whether it drops a question instead, told how many others it has not answered. */
  drops: (question: string, others: number) => boolean;
  /** What it does with a question of its own accord, told how many others it has not answered. */
  treats: (question: string, others: number) => Treatment;
  /** What it does with who comes by TCP, as those do whose answer does not fit. */
  streams: "answers" | "hangs" | "refuses";
  /** How many questions it had not answered at most at a time, those aside that it dropped. */
  mostAtOnce: number;
  stop(): Promise<void>;
};

/** What fits into a datagram. */
const datagramBytes = 1_232;

/** Starts a name server on this machine that knows the records of a table and nothing else. */
export async function startNameServer(zone: Zone, port = 0): Promise<NameServerStandIn> {
  const streams = createServer((socket) => void serveStream(socket));
  streams.listen(port, "127.0.0.1");
  await once(streams, "listening");
  const at = streams.address();
  const taken = typeof at === "object" && at ? at.port : port;
  const socket = createSocket("udp4");
  socket.bind(taken, "127.0.0.1");
  await once(socket, "listening");
  const open = new Set<Socket>();
  const stopping = new AbortController();
  let waiting = 0;
  const standIn: NameServerStandIn = {
    address: `127.0.0.1:${taken}`,
    zone,
    asked: [],
    seconds: 300,
    answersAfterMs: 0,
    mostAtOnce: 0,
    drops: () => false,
    treats: () => ({}),
    streams: "answers",
    async stop() {
      stopping.abort();
      for (const one of open) one.destroy();
      streams.close();
      socket.close();
    },
  };

  /** What it says to a packet; null where it says nothing. */
  async function answer(packet: Packet): Promise<Packet | Buffer | null> {
    const { id = 0, questions: [question] = [] } = packet;
    if (!question) return null;
    const key = `${question.name.toLowerCase()} ${question.type}`;
    standIn.asked.push(key);
    const { afterMs = standIn.answersAfterMs, says, isDropped } = standIn.treats(key, waiting);
    if (isDropped ?? standIn.drops(key, waiting)) return null;
    waiting += 1;
    standIn.mostAtOnce = Math.max(standIn.mostAtOnce, waiting);
    try {
      if (afterMs > 0) await sleep(afterMs, undefined, { signal: stopping.signal, ref: false });
      const { zone } = standIn;
      const found = says ?? zone[key] ?? aliasOf(question, zone) ?? zone["* *"];
      return stopping.signal.aborted ? null : replyTo(id, question, standIn, found);
    } catch {
      return null; // It was stopped meanwhile.
    } finally {
      waiting -= 1;
    }
  }

  async function serveStream(stream: Socket): Promise<void> {
    open.add(stream);
    stream.on("error", () => undefined); // Whoever asked is gone.
    stream.once("close", () => open.delete(stream));
    if (standIn.streams === "refuses") return void stream.destroy();
    stream.once("data", async (bytes: Buffer) => {
      const reply = standIn.streams === "answers" && (await answer(streamDecode(bytes)));
      if (reply && !Buffer.isBuffer(reply)) stream.end(streamEncode(reply));
    });
  }

  socket.on("message", async (bytes, from) => {
    const reply = await answer(decode(bytes));
    if (!reply || stopping.signal.aborted) return;
    const whole = Buffer.isBuffer(reply) ? reply : encode(reply);
    const sent =
      whole.length <= datagramBytes || Buffer.isBuffer(reply)
        ? whole
        : encode({ ...reply, flags: (reply.flags ?? 0) | TRUNCATED_RESPONSE, answers: [] });
    socket.send(sent, from.port, from.address);
  });
  return standIn;
}

function replyTo(id: number, question: Question, { zone, seconds }: NameServerStandIn, found: Said | undefined) {
  if (found === "silence") return null;
  if (found === "garbage") return Buffer.from("no answer at all");
  const code = found === "servfail" ? 2 : found === undefined && !isName(question.name, zone) ? 3 : 0;
  const records = Array.isArray(found) ? answersOf(question, found, zone, seconds) : [];
  const answers = found === "circle" ? circleOf(question, seconds) : records;
  const soa = { mname: "ns.example", rname: "admin.example", minimum: seconds };
  return {
    type: "response",
    id,
    flags: RECURSION_AVAILABLE | code,
    questions: [question],
    answers,
    authorities: answers.length > 0 ? [] : [{ type: "SOA", name: ".", ttl: seconds, data: soa }],
  } satisfies Packet;
}

/** Aliases one after the other, the last of which stands for the first. */
function circleOf({ name }: Question, ttl: number): Answer[] {
  const names = [name, `a.${name}`, `b.${name}`];
  return names.map((one, at) => ({ type: "CNAME", name: one, ttl, data: names[at + 1] ?? name }));
}

function aliasOf({ name, type }: Question, zone: Zone) {
  const target = zone[`${name.toLowerCase()} CNAME`]?.[0];
  return target && type !== "CNAME" ? zone[`${target} ${type}`] : undefined;
}

function isName(name: string, zone: Zone): boolean {
  return Object.keys(zone).some((key) => key.startsWith(`${name.toLowerCase()} `));
}

function answersOf({ name, type }: Question, records: readonly string[], zone: Zone, ttl: number): Answer[] {
  const alias = zone[`${name.toLowerCase()} ${type}`] ? undefined : zone[`${name.toLowerCase()} CNAME`]?.[0];
  const owner = alias ?? name;
  const found = records.map((record): Answer => {
    if (type === "TXT") return { type, name: owner, ttl, data: record.match(/.{1,255}/gs) ?? [""] };
    if (type === "MX") return { type, name: owner, ttl, data: { exchange: record, preference: 10 } };
    if (type === "A" || type === "AAAA" || type === "CNAME" || type === "PTR")
      return { type, name: owner, ttl, data: record };
    throw new TypeError(`The stand-in has no ${type} records`);
  });
  return alias ? [{ type: "CNAME", name, ttl, data: alias }, ...found] : found;
}
