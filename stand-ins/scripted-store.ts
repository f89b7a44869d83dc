import { once } from "node:events";
import { createServer, type IncomingMessage, type ServerResponse } from "node:http";
import { text } from "node:stream/consumers";

/** A request as a store got it. */
export type StoreRequest = { path: string; headers: IncomingMessage["headers"]; body: string };

/** What a store does about a request; whatever a server can do to a connection. */
export type StoreAnswer = (request: StoreRequest, response: ServerResponse) => void | Promise<void>;

export type ScriptedStore = {
  /** As SHOPIFY_STORE_URL has it. */
  storeUrl: string;
  asked: StoreRequest[];
  /** What it answers from now on: one after the other, and the last one for ever. */
  answers(...answers: StoreAnswer[]): void;
  close(): Promise<void>;
};

/** A body as it is. */
export function raw(body: string, status = 200, headers: Record<string, string> = {}): StoreAnswer {
  return (_request, response) => void response.writeHead(status, headers).end(body);
}

/** A body of JSON, as the Admin API answers. */
export function json(body: unknown, status = 200, headers: Record<string, string> = {}): StoreAnswer {
  return raw(JSON.stringify(body), status, { "content-type": "application/json; charset=utf-8", ...headers });
}

/** The connection breaks off before anything was said. */
export const cut: StoreAnswer = (_request, response) => void response.destroy();
/** Half of what was announced, and the connection breaks off. */
export const half: StoreAnswer = (_request, response) => {
  response.writeHead(200, { "content-type": "application/json", "content-length": "1000" });
  response.write('{"data":{"shop":', () => response.destroy());
};
/** Half of an answer that claims to be whole. */
export const truncated = raw('{"data":{"shop":{"na', 200, { "content-type": "application/json" });
/** A page of a proxy, with a good status. */
export const page = raw("<html><h1>Just a moment…</h1></html>", 200, { "content-type": "text/html" });
/** Nothing, for ever. */
export const silence: StoreAnswer = () => undefined;

/** Starts a server on a free port that plays stores as it is told, faults and all. */
export async function startScriptedStore(): Promise<ScriptedStore> {
  const asked: StoreRequest[] = [];
  let script: StoreAnswer[] = [];
  const server = createServer(async (request, response) => {
    const seen = { path: request.url ?? "", headers: request.headers, body: await text(request) };
    asked.push(seen);
    const [first = cut, ...rest] = script;
    if (rest.length > 0) script = rest;
    await first(seen, response);
  });
  server.listen(0, "127.0.0.1");
  await once(server, "listening");
  const address = server.address();
  if (address === null || typeof address === "string") throw new Error("The stand-in has no port");
  return {
    storeUrl: `http://127.0.0.1:${address.port}/{shop}`,
    asked,
    answers: (...answers) => {
      script = answers;
    },
    async close() {
      server.closeAllConnections();
      server.close();
      await once(server, "close");
    },
  };
}
