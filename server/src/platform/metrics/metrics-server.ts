import { once } from "node:events";
import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { sql } from "kysely";
import type pg from "pg";
import { collectDefaultMetrics, Gauge, Registry } from "prom-client";
import { type Db, noTenant } from "../db/tenant.ts";
import type { Health } from "../parts/health.ts";
import type { ServerPart } from "../parts/parts.ts";
import type { HeldPort } from "../start/claim-ports.ts";
import { counted } from "./counted.ts";

type MetricsServer = { port: number; close(): Promise<void> };

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

/** Sources of the current values; null for what does not run in this process. */
export type Sources = {
  pool: Pick<pg.Pool, "totalCount" | "idleCount" | "waitingCount" | "options">;
  liveConnections: (() => number) | null;
  smtpSessions: (() => number) | null;
  /** The database's values, the same for each process; null while it does not answer. */
  backlog: () => Promise<Backlog | null>;
};

/** Returns the current values for Prometheus: of this process, and of the work waiting in the database. */
async function gaugesOf({ pool, liveConnections, smtpSessions, backlog }: Sources): Promise<Registry> {
  const registry = new Registry();
  const gauge = <Label extends string = never>(name: string, help: string, ...labelNames: Label[]) =>
    new Gauge({ name: `deskhand_${name}`, help, labelNames, registers: [registry] });

  const connections = gauge("database_connections", "Connections of this process's main pool", "state");
  connections.set({ state: "busy" }, pool.totalCount - pool.idleCount);
  connections.set({ state: "idle" }, pool.idleCount);
  gauge("database_connections_max", "How many connections the main pool may have").set(pool.options.max);
  gauge("database_connection_waiters", "What waits for a connection of the main pool").set(pool.waitingCount);
  if (liveConnections) gauge("live_connections", "Screens that are connected live (websockets)").set(liveConnections());
  if (smtpSessions) gauge("smtp_sessions", "SMTP sessions that are open").set(smtpSessions());

  const now = await backlog();
  gauge("database_up", "Whether the database answered within five seconds").set(now ? 1 : 0);
  if (now) addBacklog(gauge, now);
  return registry;
}

type MakeGauge = <Label extends string = never>(name: string, help: string, ...labelNames: Label[]) => Gauge<Label>;

function addBacklog(gauge: MakeGauge, { queues, mails, parts }: Backlog): void {
  const inQueue = gauge("queue_jobs", "Jobs that are not done, by queue; deferred ones have a time", "queue", "state");
  const oldestJob = gauge("queue_oldest_seconds", "How long the oldest job has waited that could be done", "queue");
  for (const { queue, waiting, deferred, active, oldest_seconds } of queues) {
    inQueue.set({ queue, state: "waiting" }, waiting);
    inQueue.set({ queue, state: "deferred" }, deferred);
    inQueue.set({ queue, state: "active" }, active);
    oldestJob.set({ queue }, oldest_seconds);
  }
  const waiting = gauge("mails_waiting", "Mails on their way, by direction and state", "direction", "state");
  const oldestMail = gauge("mails_oldest_seconds", "How long the oldest such mail has waited", "direction", "state");
  for (const { direction, is_held, mails: count, oldest_seconds, waits_for } of mails) {
    const state = direction === "in" ? (waits_for ?? "received") : is_held ? "held" : "queued";
    waiting.set({ direction, state }, count);
    oldestMail.set({ direction, state }, oldest_seconds);
  }
  const part = gauge("part_worked_seconds_ago", "How long ago a part was seen working, in any process", "part");
  for (const { part: name, seconds } of parts) part.set({ part: name }, seconds);
}

type QueueRow = { queue: string; waiting: number; deferred: number; active: number; oldest_seconds: number };
type MailRow = {
  direction: "in" | "out";
  is_held: boolean;
  mails: number;
  oldest_seconds: number;
  waits_for: string | null;
};
type PartRow = { part: ServerPart; seconds: number };

/** Work waiting in the database for any process, and how long ago each part of the installation was seen working. */
type Backlog = { queues: QueueRow[]; mails: MailRow[]; parts: PartRow[] };

/** Reads the waiting work of all stores; every process reports the same figures. */
export function readBacklog(db: Db): Promise<Backlog> {
  return db.withTenant(noTenant, async (tx) => {
    await sql`set local statement_timeout = '5s'`.execute(tx);
    // Finished jobs stay for a day: each half has its own index that excludes them.
    const queues = await sql<QueueRow>`
      with waiting as (
        select name, count(*) filter (where start_after <= now()) as waiting, count(*) filter (where start_after > now()) as deferred,
          extract(epoch from now() - min(greatest(created_on, start_after)) filter (where start_after <= now())) as seconds
        from pgboss.job where state < 'active' and not blocked group by name
      ), active as (select name, count(*) as active from pgboss.job where state = 'active' group by name)
      select name as queue, coalesce(waiting, 0)::int as waiting, coalesce(deferred, 0)::int as deferred,
        coalesce(active, 0)::int as active, coalesce(seconds, 0)::float8 as oldest_seconds
      from pgboss.queue left join waiting using (name) left join active using (name)`.execute(tx);
    const mails = await sql<MailRow>`select direction, is_held, mails, oldest_seconds, waits_for
      from waiting_mails()`.execute(tx);
    const parts = await sql<PartRow>`
      select part, coalesce(extract(epoch from now() - max(worked_at)), 'infinity')::float8 as seconds
      from server_parts group by part`.execute(tx);
    return { queues: queues.rows, mails: mails.rows, parts: parts.rows };
  });
}
