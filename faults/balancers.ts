import { once } from "node:events";
import { createServer as createWebServer, type IncomingMessage, request, type ServerResponse } from "node:http";
import { connect, createServer, type Server, type Socket } from "node:net";
import type { Duplex } from "node:stream";

/** A balancer in front of several equal processes. */
export type Balancer = {
  port: number;
  /** How often it got no answer and said this instead. */
  refused: Map<string, number>;
  close(): Promise<void>;
};

/**
 * Passes each connection to the next process in turn; if it is not listening, to another. A connection stays with its process and
 * ends with it.
 */
export async function balanceConnections(ports: readonly number[]): Promise<Balancer> {
  const refused = new Map<string, number>();
  const open = new Set<Socket>();
  const inTurn = takeTurns(ports);
  const server = createServer({ allowHalfOpen: false }, async (outer) => {
    open.add(outer);
    outer.once("close", () => open.delete(outer));
    outer.on("error", () => undefined); // Its close event reports it.
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
 * Passes each request to the next process in turn, like a proxy without keep-alive. If that one is not listening or gives no answer, it
 * asks another; but a request that changes something and may have arrived gets 502 instead. With no process left it answers 503.
 */
export async function balanceRequests(ports: readonly number[]): Promise<Balancer> {
  const refused = new Map<string, number>();
  const open = new Set<Socket>();
  const inTurn = takeTurns(ports);
  const server = createWebServer(async (request, answer) => {
    const isSafe = request.method === "GET" || request.method === "HEAD";
    for (let tries = isSafe ? ports.length : 1; tries > 0; tries -= 1) {
      const inner = await connectToAny(inTurn());
      if (answer.destroyed) return void inner?.destroy();
      if (inner === null) return refuse(request, answer, refused, 503);
      if (await isAnswered(request, answer, inner)) return;
    }
    refuse(request, answer, refused, 502);
  });
  server.on("connection", (socket) => {
    open.add(socket);
    socket.once("close", () => open.delete(socket));
  });
  server.on("upgrade", async (request: IncomingMessage, outer: Duplex, head: Buffer) => {
    outer.on("error", () => undefined); // Its close event reports it.
    const inner = await connectToAny(inTurn());
    if (inner === null) return void outer.destroy();
    const lines = [`${request.method} ${request.url} HTTP/1.1`];
    for (let at = 0; at < request.rawHeaders.length; at += 2)
      lines.push(`${request.rawHeaders[at]}: ${request.rawHeaders[at + 1]}`);
    inner.write(`${lines.join("\r\n")}\r\n\r\n`);
    inner.write(head);
    join(outer, inner);
  });
  return listening(server, refused, open);
}

/** Sends a request to a process over a new connection, and passes its answer on; returns whether there was one. */
function isAnswered(asked: IncomingMessage, answer: ServerResponse, inner: Socket): Promise<boolean> {
  const { method, url: path, headers } = asked;
  const passed = request({ method, path, headers: { ...headers, connection: "close" }, createConnection: () => inner });
  answer.once("close", () => passed.destroy());
  asked.pipe(passed);
  return new Promise((resolve) => {
    passed.once("response", (response) => {
      response.once("error", () => answer.destroy());
      const { connection: _, "keep-alive": __, "transfer-encoding": ___, ...headers } = response.headers;
      answer.writeHead(response.statusCode ?? 502, headers);
      response.pipe(answer);
      resolve(true);
    });
    passed.on("error", () => {
      // The answer began but did not end: the client sees the connection break.
      if (answer.headersSent) answer.destroy();
      resolve(false);
    });
  });
}

function refuse(request: IncomingMessage, answer: ServerResponse, refused: Map<string, number>, status: number): void {
  if (answer.headersSent || answer.destroyed) return;
  count(refused, `${status} ${request.method} ${request.url?.split("?")[0]}`);
  request.resume();
  answer.writeHead(status, { "content-type": "text/html" }).end(`<html>${status}`);
}

function takeTurns(ports: readonly number[]): () => number[] {
  let turn = 0;
  return () => {
    turn = (turn + 1) % ports.length;
    return [...ports.slice(turn), ...ports.slice(0, turn)];
  };
}

/** Connects to the first port on which somebody listens; null if nobody does. */
async function connectToAny(ports: readonly number[]): Promise<Socket | null> {
  for (const port of ports) {
    const socket = connect(port, "127.0.0.1");
    try {
      await once(socket, "connect");
      return socket;
    } catch {
      // Nobody listens there: the process is dead, or still starting.
    }
  }
  return null;
}

function join(outer: Duplex, inner: Socket): void {
  for (const [from, to] of [
    [outer, inner],
    [inner, outer],
  ] as const) {
    from.pipe(to);
    from.on("error", () => to.destroy());
    from.on("close", () => to.destroy());
  }
}

function count(refused: Map<string, number>, reason: string): void {
  refused.set(reason, (refused.get(reason) ?? 0) + 1);
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
