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
 * Serves `GET /metrics` in Prometheus' text format and the health checks, and nothing else, on its own port, which
 * visitors of the website cannot reach (docs/self-hosting.md#metrics); takes over `held` if given.
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
    const check = health.get(path);
    if (!check) return { status: 404, headers: {}, text: `GET ${["/metrics", ...health.keys()].join(" or ")}\n` };
    const { status, headers, body } = await check();
    return { status, headers: { ...headers, "content-type": "application/json" }, text: JSON.stringify(body) };
  }

  const server = createServer({ headersTimeout: 10_000, requestTimeout: 10_000 }, (request, response) => {
    // Discards any body.
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

/** Shares one query between concurrent scrapes and limits the wait: no answer from the database is an answer, too. */
function withinPatience(
  ask: () => Promise<Backlog | null>,
  onError: (error: unknown) => void,
): () => Promise<Backlog | null> {
  let pending: Promise<Backlog | null> | null = null;
  return async () => {
    pending ??= ask()
      .catch((error: unknown) => {
        onError(error);
        return null;
      })
      .finally(() => {
        pending = null;
      });
    const late = Promise.withResolvers<null>();
    const timer = setTimeout(() => late.resolve(null), patienceMs);
    try {
      return await Promise.race([pending, late.promise]);
    } finally {
      clearTimeout(timer);
    }
  };
}
