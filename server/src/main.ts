import { join } from "node:path";
import { setFlagsFromString } from "node:v8";
import { announcement } from "./announce.ts";
import { findDemoShopHome, openTryOut, runDemoShop, withDemoShop } from "./demo/demo-shop.ts";
import { fillDemo, findDemoSignIns } from "./demo/fill-demo.ts";
import { demoOperatorOf } from "./demo/people.ts";
import { findKeptByNpm, readSettings } from "./env.ts";
import { jobQueues, secretFile } from "./open-installation.ts";
import { moveOlderCluster } from "./platform/backup/move-cluster.ts";
import { within } from "./platform/bounded-work/within.ts";
import { isPlainConnection } from "./platform/db/database-faults.ts";
import { prepareDataDir } from "./platform/db/embedded/cluster-home.ts";
import { openOwnerDatabase } from "./platform/db/open-owner-database.ts";
import { settleSecret, withPreparingLock } from "./platform/db/prepare-database.ts";
import { reasonOf } from "./platform/error-code.ts";
import { createLog } from "./platform/log/create-log.ts";
import { foldOutages } from "./platform/log/fold-outages.ts";
import { installationRecord } from "./platform/mailer/installation-key.ts";
import { newSecret, readSecret } from "./platform/secrets/secret-file.ts";
import type { Settings } from "./platform/settings.ts";
import { readKeyPair } from "./platform/smtp/receiver-key.ts";
import { claimPorts, portFault } from "./platform/start/claim-ports.ts";
import { checkBeforeHandOver, dropPrivileges } from "./platform/start/drop-privileges.ts";
import { StartFault, slowNotice } from "./platform/start/start-notices.ts";
import { type RunningServer, serve, UnfinishedStop } from "./serve.ts";
import { queues } from "./worker.ts";

const knownArguments = {
  "--empty": "skips the demo store",
  "--new-secret": "takes another secret for one that is lost",
};

type Running = { stop(): Promise<void> };

// By default V8 lets garbage grow with the machine's memory, which is often small. This halves the process under load.
setFlagsFromString("--heap-growing-percent=25");

// Ctrl-C, a supervisor, or a closed terminal stops the server. A signal during the start takes effect after it; further
// ones (terminal and npm both send them) change nothing.
const signalled = new Promise((resolve) => {
  for (const signal of ["SIGINT", "SIGTERM", "SIGHUP"]) process.on(signal, resolve);
});

try {
  const running = await start(process.argv.slice(2));
  await signalled;
  console.log("Stopping: finishing what is in hand …");
  await running.stop();
  console.log("Deskhand has stopped");
  process.exit(0);
} catch (error) {
  endBy(error);
}

/** Ends the process as a kill would: nothing that was acknowledged is lost. */
function endBy(error: unknown): never {
  console.error(faultOf(error));
  process.exit(1);
}

/** Starts the server. Cheap checks come first, so that a fault is reported before the database is touched. */
async function start(args: string[]): Promise<Running> {
  refuseArguments(args);
  const { heldPorts, ...claimed } = await claimPorts(readSettings());
  const log = createLog({ hooks: { logMethod: foldOutages(claimed.databaseUrl) } });
  // What only root may read is read while the process is still root, and faults are found before anything is made.
  const smtpTls = claimed.roles.includes("smtp") ? await readKeyPair(claimed.smtpTls) : null;
  await prepareDataDir(claimed.dataDir);
  const secretPath = join(claimed.dataDir, secretFile);
  const source = { set: claimed.secret, path: secretPath, isNew: args.includes("--new-secret") };
  await checkBeforeHandOver(claimed, source, log);
  const dropped = await dropPrivileges(claimed.dataDir);
  const unsealed = { ...claimed, smtpTls };
  // Demo data never enters a database that somebody provided: everybody knows its passwords.
  const mayHaveDemo = !unsealed.isProduction && unsealed.databaseUrl === null;
  const mayFill = mayHaveDemo && !args.includes("--empty");
  const home = mayHaveDemo ? await findDemoShopHome(unsealed) : null;
  const operatorEmail = unsealed.operatorEmail ?? (mayFill ? demoOperatorOf(unsealed) : null);
  if (unsealed.databaseUrl && isPlainConnection(unsealed.databaseUrl)) {
    log.warn("DATABASE_URL names another machine without sslmode: all that is kept crosses the network in the clear");
  }
  const jobNames = jobQueues.map(({ name }) => name);
  if (!unsealed.databaseUrl) {
    // An existing database was encrypted with a secret; a new one could not open it.
    const secret = unsealed.secret ?? (await readSecret(secretPath)) ?? newSecret();
    await moveOlderCluster({ ...unsealed, secret, queues, jobNames, log });
  }
  const opening = { log, onLost: endBy, leaving: signalled };
  const { ownerUrl, stopDatabase, stopRefused } = await openOwnerDatabase(unsealed, opening);
  let demoSeconds = 0;
  const fill = async (settings: Settings) => {
    if (!mayFill) return;
    const startedAt = performance.now();
    // Another process may be making the demo store for the first time.
    if (!(await withPreparingLock(ownerUrl, () => fillDemo(ownerUrl, settings, Date.now(), home), slowNotice(log))))
      return;
    demoSeconds = (performance.now() - startedAt) / 1000;
    console.log(`Demo store filled in ${demoSeconds.toFixed(1)} s`);
  };
  let server: RunningServer;
  let stopShop: (() => Promise<void>) | null = null;
  try {
    const sealed = { ...unsealed, operatorEmail, secret: await settleSecret(ownerUrl, source, slowNotice(log)) };
    const settings = home ? withDemoShop(sealed, home) : sealed;
    server = await serve(settings, ownerUrl, log, () => fill(settings), heldPorts);
    const signIns = mayHaveDemo ? await findDemoSignIns(ownerUrl) : [];
    if (home && !mayFill) await openTryOut(settings, home);
    stopShop = home && runDemoShop(settings, home, (message) => log.warn(message));
    // Counts from the start of the process, to include loading the program.
    const seconds = performance.now() / 1000 - demoSeconds;
    // Outside production mail reaches nobody who would check the record.
    const signingRecord = settings.isProduction ? await installationRecord(server.services.db, settings) : null;
    const shopUrl = stopShop && home ? home.url : null;
    console.log(announcement(settings, server, { seconds, signIns, shopUrl, signingRecord, dropped }));
  } catch (error) {
    await stopRefused();
    throw isTaken(error) ? portFault(error, error.port, unsealed.host, "PORT, SMTP_PORT or METRICS_PORT") : error;
  }
  return {
    async stop() {
      const { jobsMs, restMs } = unsealed.stopping;
      const [served] = await Promise.allSettled([server.stop()]);
      // A database that has not answered so far gets less time now.
      const patienceMs = served.status === "fulfilled" ? jobsMs : restMs;
      const others = Promise.all([stopDatabase(), stopShop?.()]);
      const [rest] = await Promise.allSettled([within(patienceMs, "The database server", others)]);
      const faults = [served, rest].flatMap((end) => (end.status === "rejected" ? [reasonOf(end.reason)] : []));
      if (faults.length > 0) throw new UnfinishedStop(faults.join("; "));
    },
  };
}

/** Refuses unknown arguments, so that a typo does not pass unnoticed. */
function refuseArguments(args: string[]): void {
  const unknown = args.filter((argument) => !Object.hasOwn(knownArguments, argument)).join(" ");
  if (unknown) {
    const descriptions = Object.entries(knownArguments).map(([name, effect]) => `${name}, which ${effect}`);
    throw new StartFault(`Unknown argument: ${unknown}. There are ${descriptions.join(", and ")}`);
  }
  const keptByNpm = findKeptByNpm(Object.keys(knownArguments));
  if (keptByNpm) throw new StartFault(`npm has kept ${keptByNpm} to itself: write npm start -- ${keptByNpm}`);
}

/** Returns one clear line for a fault that the operator can fix, and the stack for any other. */
function faultOf(error: unknown): string {
  if (error instanceof StartFault || error instanceof UnfinishedStop) return error.message;
  return error instanceof Error ? (error.stack ?? error.message) : String(error);
}

function isTaken(error: unknown): error is Error & { port: number } {
  return error instanceof Error && "code" in error && error.code === "EADDRINUSE" && "port" in error;
}
