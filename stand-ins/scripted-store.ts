import { once } from "node:events";
import { createServer, type IncomingMessage, type ServerResponse } from "node:http";
import { text } from "node:stream/consumers";

/** A request that a store received. */
export type StoreRequest = { path: string; headers: IncomingMessage["headers"]; body: string };

/** How a store answers a request, with everything that a server can do to a connection. */
export type StoreAnswer = (request: StoreRequest, response: ServerResponse) => void | Promise<void>;

export type ScriptedStore = {
  /** For the setting SHOPIFY_STORE_URL. */
  storeUrl: string;
  asked: StoreRequest[];
  /** Its next answers, one after the other; the last one repeats. */
  answers(...answers: StoreAnswer[]): void;
  close(): Promise<void>;
};

/** Answers with this body. */
export function raw(body: string, status = 200, headers: Record<string, string> = {}): StoreAnswer {
  return (_request, response) => void response.writeHead(status, headers).end(body);
}

/** Answers with JSON, as the Admin API does. */
export function json(body: unknown, status = 200, headers: Record<string, string> = {}): StoreAnswer {
  return raw(JSON.stringify(body), status, { "content-type": "application/json; charset=utf-8", ...headers });
}

/** Cuts the connection before any answer. */
export const cut: StoreAnswer = (_request, response) => void response.destroy();
/** Cuts the connection after half of the announced body. */
export const half: StoreAnswer = (_request, response) => {
  response.writeHead(200, { "content-type": "application/json", "content-length": "1000" });
  response.write('{"data":{"shop":', () => response.destroy());
};
/** Half of an answer that claims to be complete. */
export const truncated = raw('{"data":{"shop":{"na', 200, { "content-type": "application/json" });
/** A proxy's page with a successful status. */
export const page = raw("<html><h1>Just a moment…</h1></html>", 200, { "content-type": "text/html" });
/** Never answers. */
export const silence: StoreAnswer = () => undefined;

/** Starts a server on a free port that plays stores as told, including faults. */
export async function startScriptedStore(): Promise<ScriptedStore> {
  const asked: StoreRequest[] = [];
  let script: StoreAnswer[] = [];
  const server = createServer(async (request, response) => {
    const received = { path: request.url ?? "", headers: request.headers, body: await text(request) };
    asked.push(received);
    const [first = cut, ...rest] = script;
    if (rest.length > 0) script = rest;
    await first(received, response);
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
