import { once } from "node:events";
import { promisify } from "node:util";
import type { FastifyInstance } from "fastify";
import type { Logger } from "pino";
import { buildApp } from "./app.ts";
import { startMailReceiver } from "./domains/intake/index.ts";
import { domains } from "./domains.ts";
import { storeQueues } from "./open-installation.ts";
import { within } from "./platform/bounded-work/within.ts";
import { isLostDatabase, ofDatabase } from "./platform/db/lost-database.ts";
import { prepareDatabase } from "./platform/db/prepare-database.ts";
import { urlForRole } from "./platform/db/roles.ts";
import { settleBy } from "./platform/db/settling.ts";
import { sweepErased } from "./platform/db/sweep-erased.ts";
import { openDatabase, setSettling } from "./platform/db/tenant.ts";
import { reasonOf } from "./platform/error-code.ts";

import { setSubscribers } from "./platform/events.ts";
import { openJobQueue } from "./platform/jobs/job-queue.ts";
import { mostOnTheirWay, openMailer } from "./platform/mailer/smtp-mailer.ts";
import { readBacklog, type Sources, startMetricsServer } from "./platform/metrics/metrics-server.ts";
import { type Health, healthOf } from "./platform/parts/health.ts";
import { type PartWatch, watchParts } from "./platform/parts/watch-parts.ts";
import { setAnswers } from "./platform/questions.ts";
import { type Listening, openListening } from "./platform/realtime/listen.ts";
import { startLiveServer } from "./platform/realtime/live-server.ts";
import type { Services } from "./platform/services.ts";
import type { Settings } from "./platform/settings.ts";
import { expectGreeting } from "./platform/smtp/smtp-receiver.ts";
import type { HeldPort, HeldPorts } from "./platform/start/claim-ports.ts";
import { slowNotice } from "./platform/start/start-notices.ts";
import { refuseFullDisk } from "./platform/storage/free-space.ts";
import { clearScratch } from "./platform/storage/scratch.ts";
import { queues, startWorker } from "./worker.ts";

export type RunningServer = {
  services: Services;
  /** The port of the website; null if that role does not run here. */
  httpPort: number | null;
  smtpPort: number | null;
  /** The port of the metrics; null if they are off. */
  metricsPort: number | null;
  /** Accepts nothing new, finishes what is under way, and closes everything. */
  stop(): Promise<void>;
};

/** Thrown by a stop that left something behind: unfinished work is in the same state as after a kill. */
export class UnfinishedStop extends Error {}

/** Something to close at the end, how long that may take, and its name in case it takes longer. */
type Stop = { name: string; withinMs: number; stop: () => Promise<unknown> };

/**
 * Brings the database of this owner's URL up to date and starts the roles in the settings. `onPrepared` runs in between, when the
 * tables exist and nothing is served yet.
 */
export async function serve(
  settings: Settings,
  ownerUrl: string,
  log: Logger,
  onPrepared: () => Promise<void> = async () => {},
  heldPorts: HeldPorts = new Map(),
): Promise<RunningServer> {
  await prepareDatabase(ownerUrl, settings.secret, queues, slowNotice(log));
  // What fills a store asks its questions before anything is served.
  letDomainsAnswer();
  await onPrepared();
  return startRoles(settings, ownerUrl, log, openMailer(settings), heldPorts);
}

function letDomainsAnswer(): void {
  setAnswers(domains.flatMap(({ answers = [] }) => answers));
}

/** Starts the roles in the settings on a database that is up to date. */
export async function startRoles(
  settings: Settings,
  ownerUrl: string,
  log: Logger,
  mailer = openMailer(settings),
  heldPorts: HeldPorts = new Map(),
): Promise<RunningServer> {
  const doors: Stop[] = [];
  const stops: Stop[] = [];
  let isOver = false;
  // First closes all doors for requests and mail at once, then what they rely on, latest first. No wait is endless: work on a
  // silent connection is left behind.
  const stop = async () => {
    const end = async ({ name, withinMs, stop }: Stop) => {
      const [result] = await Promise.allSettled([within(withinMs, name, stop())]);
      return result.status === "rejected" ? [result.reason] : [];
    };
    const faults = (await Promise.all(doors.splice(0).map(end))).flat();
    for (const step of stops.splice(0).reverse()) faults.push(...(await end(step)));
    isOver = true;
    if (faults.length > 0) {
      const reasons = faults.map(reasonOf).join("; ");
      throw new UnfinishedStop(`Not everything could be closed in order: ${reasons}`, { cause: faults });
    }
  };
  try {
    await clearScratch(settings.dataDir);
    const appUrl = urlForRole(ownerUrl, "app", settings.secret);
    const onFault = (words: string) => (error: Error) => {
      // The caller stops the database next, which cuts off anything slow to close.
      if (isOver) return;
      log.warn(ofDatabase(error), words);
      if (isLostDatabase(error)) db.pool.renew();
    };
    const onLost = onFault("database connection lost");
    const { requestPatience, jobPatience, beat, stopping } = settings;
    const db = openDatabase(appUrl, settings.databasePoolSize, onLost, requestPatience, jobPatience);
    stops.push({ name: "The database's connections", withinMs: stopping.restMs, stop: () => db.close() });
    // A store never has more than three quarters of these connections.
    const sendingDb = openDatabase(appUrl, Math.ceil((4 * mostOnTheirWay) / 3), onLost, requestPatience, jobPatience);
    db.pool.beside.add(sendingDb.pool);
    stops.push({
      name: "The connections for mail on its way",
      withinMs: stopping.restMs,
      stop: () => sendingDb.close(),
    });
    stops.push({ name: "The way to the relay", withinMs: stopping.restMs, stop: async () => mailer.close() });
    // It checks every ten seconds whether its connection lives: one that it lost is mostly lost to all. It runs without live
    // connections too, so that a process that only receives mail notices a silent database.
    const listening = await openListening(appUrl, onFault("listening connection lost"), beat);
    stops.push({ name: "What is heard of", withinMs: stopping.restMs, stop: () => listening.stop() });
    const jobs = await openJobQueue(appUrl, listening, onFault("job queue"), {
      patience: jobPatience,
      hasSchedules: settings.isUpkeepScheduled,
    });
    stops.push({ name: "The jobs in hand", withinMs: stopping.jobsMs, stop: () => jobs.stop() });
    const authUrl = urlForRole(ownerUrl, "auth", settings.secret);
    const services: Services = {
      settings,
      log,
      db: db.unhurried,
      sendingDb: sendingDb.unhurried,
      jobs,
      mailer,
      exporting: { appUrl, authUrl, queues: storeQueues.map(({ name }) => name) },
      sweepErased: () => sweepErased(ownerUrl),
    };
    setSubscribers(domains.flatMap(({ subscribers = [] }) => subscribers));
    letDomainsAnswer();
    setSettling(
      settleBy(
        domains.flatMap(({ settle = [] }) => settle),
        services,
      ),
    );

    const sources: Sources = {
      pool: db.pool,
      liveConnections: null,
      smtpSessions: null,
      backlog: () => readBacklog(services.db),
    };
    const onUnread = (error: unknown) => log.warn(ofDatabase(error), "What waits could not be read for the metrics");
    const watch = watchParts(services);
    stops.push({ name: "The watch over the parts", withinMs: stopping.restMs, stop: () => watch.stop() });
    const health = healthOf({ db, settings }, watch);
    const heldPort = heldPorts.get(settings.metrics?.port ?? 0);
    const metrics =
      settings.metrics && (await startMetricsServer(settings.metrics, sources, health, onUnread, heldPort));
    if (metrics) stops.push({ name: "The metrics", withinMs: stopping.restMs, stop: () => metrics.close() });
    if (settings.roles.includes("worker")) {
      await startWorker(services);
      watch.add({ part: "worker", everyMs: 30_000, check: () => jobs.check() });
      watch.add({ part: "relay", everyMs: 5 * 60_000, check: () => mailer.check() });
    }
    watch.add({ part: "disk", everyMs: 30_000, check: () => refuseFullDisk(settings) });
    const httpPort = settings.roles.includes("web")
      ? await startWeb({ ...services, db }, listening, health, doors, watch, heldPorts, sources)
      : null;
    const smtpPort = settings.roles.includes("smtp")
      ? await startSmtp(services, doors, watch, heldPorts, sources)
      : null;
    return { services, httpPort, smtpPort, metricsPort: metrics?.port ?? null, stop };
  } catch (error) {
    await stop();
    throw error;
  }
}

async function startWeb(
  services: Services,
  listening: Listening,
  health: Health,
  doors: Stop[],
  watch: PartWatch,
  heldPorts: HeldPorts,
  sources: Sources,
): Promise<number> {
  const { settings, exporting } = services;
  const { http, actors } = await buildApp(services, exporting.authUrl, health);
  const closers: Stop["stop"][] = [() => http.close()];
  const closeInTurn = async () => {
    for (const close of closers.reverse()) await close();
  };
  doors.push({ name: "The website", withinMs: settings.stopping.doorMs, stop: closeInTurn });
  const seen = domains.flatMap(({ seen: note = [] }) => note);
  // Starts before the website listens: a screen that connected earlier would be accepted and never served.
  const live = await startLiveServer(http.server, services, listening, actors, seen);
  watch.add({ part: "listener", everyMs: 5_000, check: () => live.check() });
  // Stops before the website, which an open live connection would keep from closing.
  closers.push(() => live.stop());
  sources.liveConnections = () => live.connections();
  const heldPort = heldPorts.get(settings.port);
  if (heldPort) closers.unshift(await listenOn(http, heldPort));
  else await http.listen({ host: settings.host, port: settings.port });
  const address = http.server.address();
  return typeof address === "object" && address ? address.port : settings.port;
}

/** Serves on a port where another server already listens, which the framework does not support; returns what closes it last. */
async function listenOn(http: FastifyInstance, heldPort: HeldPort): Promise<Stop["stop"]> {
  await http.ready();
  http.server.listen(heldPort);
  await once(http.server, "listening");
  return () => promisify(http.server.close).call(http.server);
}

async function startSmtp(
  services: Services,
  doors: Stop[],
  watch: PartWatch,
  heldPorts: HeldPorts,
  sources: Sources,
): Promise<number> {
  const receiver = await startMailReceiver(services, heldPorts.get(services.settings.smtpPort));
  const host = ownHost(services.settings.smtpHost);
  watch.add({ part: "receiver", everyMs: 30_000, check: () => expectGreeting(host, receiver.port) });
  doors.push({ name: "The mail receiver", withinMs: services.settings.stopping.doorMs, stop: () => receiver.close() });
  sources.smtpSessions = () => receiver.sessions();
  return receiver.port;
}

/** Returns the address at which this machine reaches something that listens on a host. */
function ownHost(host: string): string {
  if (host === "0.0.0.0") return "127.0.0.1";
  return host === "::" ? "::1" : host;
}
