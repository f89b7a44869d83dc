import { randomInt } from "node:crypto";
import { createSocket, type Socket } from "node:dgram";
import { connect, isIPv6 } from "node:net";
import {
  decode,
  encode,
  type Packet,
  RECURSION_DESIRED,
  streamDecode,
  streamEncode,
  TRUNCATED_RESPONSE,
} from "dns-packet";
import { codeOf, codes, isReplyTo, type Question, type Reply, readReply } from "./question.ts";

/** When a question is sent and repeated until a reply comes; a reply to any of them counts. */
const sendsAtMs = [0, 800, 2_000, 4_000];
const patienceMs = 7_000;
/** A size that fits into a datagram on any path (RFC 9715). */
const datagramBytes = 1_232;

/** Parses a server in the notation of node:dns: 192.0.2.1, 192.0.2.1:5353, 2001:db8::1, [2001:db8::1]:5353. */
function parseServer(server: string): { host: string; port: number } {
  const [, bracketed, plain, port] = /^(?:\[([^\]]+)\]|([^:[\]]+))(?::(\d+))?$/.exec(server) ?? [];
  return { host: bracketed ?? plain ?? server, port: Number(port ?? 53) };
}

/**
 * Sends one question to name servers, each with an unguessable port and id, over UDP and, if the reply does not fit,
 * TCP. Rejects with a node:dns code if none replied in time (ETIMEOUT) or all refused.
 */
export function askServers(
  servers: readonly string[],
  question: Question,
  givesUpMs: number = patienceMs,
): Promise<Reply> {
  return new Exchange(servers, question, givesUpMs).reply;
}

class Exchange {
  readonly reply: Promise<Reply>;
  readonly #question: Question;
  readonly #open: string[];
  readonly #end: (reply: Reply) => void;
  readonly #fail: (error: Error) => void;
  readonly #closers: (() => void)[] = [];
  readonly #sockets = new Map<string, Socket>();
  readonly #id = randomInt(0x10000);
  #sent = 0;
  #withExtensions = true;
  #isOver = false;

  constructor(servers: readonly string[], question: Question, givesUpMs: number) {
    const { promise, resolve, reject } = Promise.withResolvers<Reply>();
    this.#question = question;
    this.#open = [...servers];
    this.#end = resolve;
    this.#fail = reject;
    this.reply = promise.finally(() => this.#close());
    for (const ms of sendsAtMs) this.#at(ms, () => this.#send());
    this.#at(givesUpMs, () => this.#reject("ETIMEOUT"));
  }

  #at(ms: number, work: () => void): void {
    const timer = setTimeout(() => this.#isOver || work(), ms);
    this.#closers.push(() => clearTimeout(timer));
  }

  #send(): void {
    const server = this.#open[this.#sent % this.#open.length];
    this.#sent += 1;
    const socket = server && this.#sockets.get(server);
    if (server === undefined) this.#reject("ECONNREFUSED");
    else if (socket) this.#sendBy(socket, server);
    else this.#connect(server);
  }

  #connect(server: string): void {
    const { host, port } = parseServer(server);
    const socket = createSocket(isIPv6(host) ? "udp6" : "udp4");
    this.#sockets.set(server, socket);
    this.#closers.push(() => socket.close());
    socket.on("message", (bytes) => this.#read(server, bytes, false));
    // Nothing listens there, or no route exists.
    socket.on("error", () => this.#drop(server, "ECONNREFUSED"));
    socket.connect(port, host, () => this.#isOver || this.#sendBy(socket, server));
  }

  #sendBy(socket: Socket, server: string): void {
    try {
      socket.send(encode(this.#packet()));
    } catch {
      // Not connected yet, or no longer.
      this.#drop(server, "ECONNREFUSED");
    }
  }

  #packet(): Packet {
    const { name, type } = this.#question;
    const extensions = { udpPayloadSize: datagramBytes, extendedRcode: 0, ednsVersion: 0, flags: 0, flag_do: false };
    return {
      type: "query",
      id: this.#id,
      flags: RECURSION_DESIRED,
      questions: [{ type, name, class: "IN" }],
      ...(this.#withExtensions && { additionals: [{ type: "OPT", name: ".", ...extensions, options: [] }] }),
    };
  }

  #read(server: string, bytes: Buffer, isStream: boolean): void {
    let packet: Packet;
    try {
      packet = isStream ? streamDecode(bytes) : decode(bytes);
    } catch {
      return; // Not a DNS reply: the real one may still come.
    }
    if (this.#isOver || !isReplyTo(packet, this.#id, this.#question)) return;
    const code = codeOf(packet);
    if ((packet.flags ?? 0) & TRUNCATED_RESPONSE) {
      if (isStream) this.#drop(server, "EBADRESP");
      else this.#askByStream(server);
    } else if (code === codes.found || code === codes.absent) {
      this.#end(readReply(packet, this.#question));
    } else if (code === codes.malformed && this.#withExtensions) {
      // Old servers know no extensions.
      this.#withExtensions = false;
      this.#send();
    } else {
      this.#drop(server, "ESERVFAIL");
    }
  }

  #askByStream(server: string): void {
    const { host, port } = parseServer(server);
    const socket = connect(port, host);
    this.#closers.push(() => socket.destroy());
    const pieces: Buffer[] = [];
    let size = 0;
    const fail = () => this.#drop(server, "ECONNREFUSED");
    socket.once("connect", () => socket.write(streamEncode(this.#packet())));
    socket.on("data", (piece: Buffer) => {
      pieces.push(piece);
      size += piece.length;
      const bytes = size < 2 ? null : Buffer.concat(pieces);
      if (!bytes || size < 2 + bytes.readUInt16BE(0)) return;
      socket.off("close", fail).destroy();
      this.#read(server, bytes, true);
    });
    socket.on("error", () => undefined); // "close" follows.
    socket.once("close", fail);
  }

  /** Gives up on a server, and asks another at once if there is one. */
  #drop(server: string, code: string): void {
    if (this.#isOver) return;
    const at = this.#open.indexOf(server);
    if (at >= 0) this.#open.splice(at, 1);
    if (this.#open.length === 0) this.#reject(code);
    else this.#send();
  }

  #reject(code: string): void {
    this.#fail(Object.assign(new Error(`${this.#question.name}: ${code}`), { code }));
  }

  #close(): void {
    this.#isOver = true;
    for (const close of this.#closers.splice(0)) close();
  }
}
