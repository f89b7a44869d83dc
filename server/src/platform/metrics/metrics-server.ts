import { once } from "node:events";
import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { collectDefaultMetrics, Registry } from "prom-client";
import { counted } from "./counted.ts";
import { gaugesOf, type Sources } from "./gauges.ts";
import type { Backlog } from "./read-backlog.ts";

export type MetricsServer = { port: number; close(): Promise<void> };

/**
 * Serves `GET /metrics` in Prometheus' text format on a port of its own, which no visitor of the website reaches
 * (docs/self-hosting.md#metrics), and nothing else.
 */
export async function startMetricsServer(
  { host, port }: { host: string; port: number },
  sources: Sources,
  onError: (error: unknown) => void,
): Promise<MetricsServer> {
  const process = new Registry();
  collectDefaultMetrics({ register: process });
  const backlog = withinPatience(() => sources.backlog(), onError);
  const write = async () => Registry.merge([counted, process, await gaugesOf({ ...sources, backlog })]).metrics();
  const server = createServer({ headersTimeout: 10_000, requestTimeout: 10_000 }, (request, response) => {
    // Whatever is sent along is not read.
    request.resume();
    const path = request.url?.split("?")[0];
    if (path !== "/metrics" || request.method !== "GET") return void response.writeHead(404).end("GET /metrics\n");
    write().then(
      (text) => response.writeHead(200, { "content-type": counted.contentType }).end(text),
      (error: unknown) => {
        onError(error);
        response.writeHead(500).end();
      },
    );
  });
  server.listen(port, host);
  await once(server, "listening");
  return {
    port: (server.address() as AddressInfo).port,
    async close() {
      server.closeAllConnections();
      await server[Symbol.asyncDispose]();
      process.clear();
    },
  };
}

const patienceMs = 5_000;

/**
 * Asks once at a time, however many scrape, and does not wait for a database that says nothing: that it does not answer is an
 * answer.
 */
function withinPatience(
  ask: () => Promise<Backlog | null>,
  onError: (error: unknown) => void,
): () => Promise<Backlog | null> {
  let asked: Promise<Backlog | null> | null = null;
  return async () => {
    asked ??= ask()
      .catch((error: unknown) => {
        onError(error);
        return null;
      })
      .finally(() => {
        asked = null;
      });
    const late = Promise.withResolvers<null>();
    const timer = setTimeout(() => late.resolve(null), patienceMs);
    try {
      return await Promise.race([asked, late.promise]);
    } finally {
      clearTimeout(timer);
    }
  };
}
