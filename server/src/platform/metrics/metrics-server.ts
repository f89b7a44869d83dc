import { once } from "node:events";
import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { collectDefaultMetrics, Registry } from "prom-client";
import type { Health } from "../parts/health.ts";
import type { HeldPort } from "../start/claim-ports.ts";
import { counted } from "./counted.ts";
import { type Backlog, gaugesOf, type Sources } from "./gauges.ts";

export type MetricsServer = { port: number; close(): Promise<void> };

type Answer = { status: number; headers: Record<string, string>; text: string };

/**
 * Serves `GET /metrics` in Prometheus' text format, and how the process and the installation are, on a port of its own, which no
 * visitor of the website reaches (docs/self-hosting.md#metrics), and nothing else; where `held` listens already, in its place.
 */
export async function startMetricsServer(
  { host, port }: { host: string; port: number },
  sources: Sources,
  health: Health,
  onError: (error: unknown) => void,
  held?: HeldPort,
): Promise<MetricsServer> {
  const process = new Registry();
  collectDefaultMetrics({ register: process });
  const backlog = withinPatience(() => sources.backlog(), onError);
  const write = async () => Registry.merge([counted, process, await gaugesOf({ ...sources, backlog })]).metrics();

  async function answerAt(path = ""): Promise<Answer> {
    if (path === "/metrics")
      return { status: 200, headers: { "content-type": counted.contentType }, text: await write() };
    const tell = health.get(path);
    if (!tell) return { status: 404, headers: {}, text: `GET ${["/metrics", ...health.keys()].join(" or ")}\n` };
    const { status, headers, body } = await tell();
    return { status, headers: { ...headers, "content-type": "application/json" }, text: JSON.stringify(body) };
  }

  const server = createServer({ headersTimeout: 10_000, requestTimeout: 10_000 }, (request, response) => {
    // Whatever is sent along is not read.
    request.resume();
    answerAt(request.method === "GET" ? request.url?.split("?")[0] : undefined).then(
      ({ status, headers, text }) => response.writeHead(status, headers).end(text),
      (error: unknown) => {
        onError(error);
        response.writeHead(500).end();
      },
    );
  });
  if (held) server.listen(held);
  else server.listen(port, host);
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
