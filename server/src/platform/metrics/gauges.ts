import type pg from "pg";
import { Gauge, Registry } from "prom-client";
import type { Backlog } from "./read-backlog.ts";

/** What is looked at when somebody asks; null for what does not run in this process. */
export type Sources = {
  pool: Pick<pg.Pool, "totalCount" | "idleCount" | "waitingCount" | "options">;
  liveConnections: (() => number) | null;
  smtpSessions: (() => number) | null;
  /** What the database says, the same to each process; null while it does not answer. */
  backlog: () => Promise<Backlog | null>;
};

/** What is so at the moment, as Prometheus reads it: of this process, and of what waits in the database. */
export async function gaugesOf({ pool, liveConnections, smtpSessions, backlog }: Sources): Promise<Registry> {
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
