import { once } from "node:events";
import { createServer as createWebServer, type IncomingMessage, request, type ServerResponse } from "node:http";
import { connect, createServer, type Server, type Socket } from "node:net";
import type { Duplex } from "node:stream";

/** What stands before several processes that do the same. */
export type Balancer = {
  port: number;
  /** What it could not get an answer to, by what it said instead. */
  refused: Map<string, number>;
  close(): Promise<void>;
};

/**
 * Gives each connection to the next process in turn; where nobody listens, to another. What has begun stays where it is, and ends
 * with it.
 */
export async function balanceConnections(ports: readonly number[]): Promise<Balancer> {
  const refused = new Map<string, number>();
  const open = new Set<Socket>();
  const inTurn = takeTurns(ports);
  const server = createServer({ allowHalfOpen: false }, async (outer) => {
    open.add(outer);
    outer.once("close", () => open.delete(outer));
    outer.on("error", () => undefined); // Told by its close.
    const inner = await connectToAny(inTurn());
    if (inner === null) {
      count(refused, "nobody there");
      return void outer.destroy();
    }
    join(outer, inner);
  });
  return listening(server, refused, open);
}

/**
 * Gives each request to the next process in turn, as a proxy without kept connections does. Where nobody listens, or one goes without
 * an answer, another is asked; but what may have reached one and changes something is asked nobody else: 502. With nobody there it
 * is 503.
 */
export async function balanceRequests(ports: readonly number[]): Promise<Balancer> {
  const refused = new Map<string, number>();
  const open = new Set<Socket>();
  const inTurn = takeTurns(ports);
  const server = createWebServer(async (asked, answer) => {
    const isSafe = asked.method === "GET" || asked.method === "HEAD";
    for (let tries = isSafe ? ports.length : 1; tries > 0; tries -= 1) {
      const inner = await connectToAny(inTurn());
      if (answer.destroyed) return void inner?.destroy();
      if (inner === null) return refuse(asked, answer, refused, 503);
      if (await isAnswered(asked, answer, inner)) return;
    }
    refuse(asked, answer, refused, 502);
  });
  server.on("connection", (socket) => {
    open.add(socket);
    socket.once("close", () => open.delete(socket));
  });
  server.on("upgrade", async (asked: IncomingMessage, outer: Duplex, head: Buffer) => {
    outer.on("error", () => undefined); // Told by its close.
    const inner = await connectToAny(inTurn());
    if (inner === null) return void outer.destroy();
    const lines = [`${asked.method} ${asked.url} HTTP/1.1`];
    for (let at = 0; at < asked.rawHeaders.length; at += 2)
      lines.push(`${asked.rawHeaders[at]}: ${asked.rawHeaders[at + 1]}`);
    inner.write(`${lines.join("\r\n")}\r\n\r\n`);
    inner.write(head);
    join(outer, inner);
  });
  return listening(server, refused, open);
}

/** Asks a process over a connection of the request's own, and passes its answer on; whether there was one. */
function isAnswered(asked: IncomingMessage, answer: ServerResponse, inner: Socket): Promise<boolean> {
  const { method, url: path, headers } = asked;
  const passed = request({ method, path, headers: { ...headers, connection: "close" }, createConnection: () => inner });
  answer.once("close", () => passed.destroy());
  asked.pipe(passed);
  return new Promise((resolve) => {
    passed.once("response", (response) => {
      response.once("error", () => answer.destroy());
      const { connection: _, "keep-alive": __, "transfer-encoding": ___, ...kept } = response.headers;
      answer.writeHead(response.statusCode ?? 502, kept);
      response.pipe(answer);
      resolve(true);
    });
    passed.on("error", () => {
      // It began and did not end: whoever asked learns it by the connection.
      if (answer.headersSent) answer.destroy();
      resolve(false);
    });
  });
}

function refuse(asked: IncomingMessage, answer: ServerResponse, refused: Map<string, number>, status: number): void {
  if (answer.headersSent || answer.destroyed) return;
  count(refused, `${status} ${asked.method} ${asked.url?.split("?")[0]}`);
  asked.resume();
  answer.writeHead(status, { "content-type": "text/html" }).end(`<html>${status}`);
}

function takeTurns(ports: readonly number[]): () => number[] {
  let turn = 0;
  return () => {
    turn = (turn + 1) % ports.length;
    return [...ports.slice(turn), ...ports.slice(0, turn)];
  };
}

/** A connection to the first port that somebody listens at; null where nobody does. */
async function connectToAny(ports: readonly number[]): Promise<Socket | null> {
  for (const port of ports) {
    const socket = connect(port, "127.0.0.1");
    try {
      await once(socket, "connect");
      return socket;
    } catch {
      // Nobody listens there: it is dead, or only starts.
    }
  }
  return null;
}

function join(outer: Duplex, inner: Socket): void {
  for (const [one, other] of [
    [outer, inner],
    [inner, outer],
  ] as const) {
    one.pipe(other);
    one.on("error", () => other.destroy());
    one.on("close", () => other.destroy());
  }
}

function count(refused: Map<string, number>, what: string): void {
  refused.set(what, (refused.get(what) ?? 0) + 1);
}

async function listening(server: Server, refused: Map<string, number>, open: Set<Socket>): Promise<Balancer> {
  server.listen(0, "127.0.0.1");
  await once(server, "listening");
  const address = server.address();
  if (address === null || typeof address === "string") throw new Error("The balancer has no port");
  return {
    port: address.port,
    refused,
    async close() {
      const closed = once(server.close(), "close");
      for (const socket of open) socket.destroy();
      await closed;
    },
  };
}
