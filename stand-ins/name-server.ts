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

/** Records by name and type, such as `"customer.example TXT"`, or what goes wrong with that question; `"* *"` matches any. */
export type Zone = Record<string, Said>;
/** Records, or a fault: no answer, bytes that are no answer, a failure, or aliases in a circle. */
type Said = readonly string[] | "silence" | "garbage" | "servfail" | "circle";

/** How it treats one question, if differently from the others. */
export type Treatment = { isDropped?: boolean; afterMs?: number; says?: Said };

export type NameServerStandIn = {
  /** For the setting DNS_SERVERS. */
  address: string;
  /** Its records from now on. */
  zone: Zone;
  /** All questions so far, such as `"customer.example TXT"`. */
  asked: string[];
  /** How long its answers are valid, in seconds, including negative ones. */
  seconds: number;
  /** How long it waits before it answers. */
  answersAfterMs: number;
  /** Whether it drops a question; `others` is the number of unanswered ones. */
  drops: (question: string, others: number) => boolean;
  /** How it treats a question; `others` is the number of unanswered ones. */
  treats: (question: string, others: number) => Treatment;
  /** How it treats TCP connections, over which clients ask again if an answer does not fit. */
  streams: "answers" | "hangs" | "refuses";
  /** The highest number of unanswered questions at a time, without those it dropped. */
  mostAtOnce: number;
  stop(): Promise<void>;
};

/** The size of a datagram. */
const datagramBytes = 1_232;

/** Starts a name server on this machine that knows only the given records. */
export async function startNameServer(zone: Zone, port = 0): Promise<NameServerStandIn> {
  const streams = createServer((socket) => void serveStream(socket));
  streams.listen(port, "127.0.0.1");
  await once(streams, "listening");
  const at = streams.address();
  const ownPort = typeof at === "object" && at ? at.port : port;
  const socket = createSocket("udp4");
  socket.bind(ownPort, "127.0.0.1");
  await once(socket, "listening");
  const open = new Set<Socket>();
  const stopping = new AbortController();
  let waiting = 0;
  const standIn: NameServerStandIn = {
    address: `127.0.0.1:${ownPort}`,
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
      for (const stream of open) stream.destroy();
      streams.close();
      socket.close();
    },
  };

  /** Returns its answer to a packet; null for silence. */
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
      return null; // The server was stopped meanwhile.
    } finally {
      waiting -= 1;
    }
  }

  async function serveStream(stream: Socket): Promise<void> {
    open.add(stream);
    stream.on("error", () => undefined); // The client is gone.
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

/** Makes a chain of aliases whose last one points to the first. */
function circleOf({ name }: Question, ttl: number): Answer[] {
  const names = [name, `a.${name}`, `b.${name}`];
  return names.map((alias, at) => ({ type: "CNAME", name: alias, ttl, data: names[at + 1] ?? name }));
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
