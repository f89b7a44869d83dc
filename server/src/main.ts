import { mkdir } from "node:fs/promises";
import { join } from "node:path";
import { type Logger, pino } from "pino";
import { readSettings, type UnsealedSettings } from "./env.ts";
import { startEmbeddedPostgres } from "./platform/db/embedded-postgres.ts";
import { readOrMakeSecret } from "./platform/secret-file.ts";
import type { Settings } from "./platform/settings.ts";
import { StartFault } from "./platform/start-fault.ts";
import { type RunningServer, serve } from "./serve.ts";

const started = performance.now();
const log = pino({ name: "deskhand" });

try {
  const settings = await seal(readSettings());
  const { ownerUrl, stopDatabase } = await openOwnerDatabase(settings, log);
  const server = await serve(settings, ownerUrl, log).catch(async (error: unknown) => {
    await stopDatabase();
    throw error;
  });
  stopOnSignal(server, stopDatabase);
  announce(settings, server);
} catch (error) {
  console.error(faultOf(error));
  process.exit(1);
}

/** The secret is made at the first start and kept beside the data, unless it is set. */
async function seal(settings: UnsealedSettings): Promise<Settings> {
  if (settings.secret) return { ...settings, secret: settings.secret };
  try {
    await mkdir(settings.dataDir, { recursive: true });
    return { ...settings, secret: await readOrMakeSecret(join(settings.dataDir, "secret-key")) };
  } catch (error) {
    throw new StartFault(`The data directory ${settings.dataDir} cannot be written: ${messageOf(error)}`);
  }
}

async function openOwnerDatabase({ databaseUrl, dataDir }: Settings, logger: Logger) {
  if (databaseUrl) return { ownerUrl: databaseUrl, stopDatabase: async () => {} };
  const postgres = await startEmbeddedPostgres({ dataDir, log: (message) => logger.info(message) });
  return { ownerUrl: postgres.ownerUrl, stopDatabase: () => postgres.stop() };
}

/** Ends on the first Ctrl-C or SIGTERM; further ones (the terminal and npm both send it) change nothing. */
function stopOnSignal(server: RunningServer, stopDatabase: () => Promise<void>): void {
  let isStopping = false;
  const stop = async () => {
    if (isStopping) return;
    isStopping = true;
    try {
      await server.stop();
      await stopDatabase();
      process.exit(0);
    } catch (error) {
      log.error({ err: error }, "stopping failed");
      process.exit(1);
    }
  };
  process.on("SIGINT", stop);
  process.on("SIGTERM", stop);
}

function announce(
  { publicUrl, isProduction, smtpUrl, mailDomain }: Settings,
  { httpPort, smtpPort }: RunningServer,
): void {
  const lines = [`Deskhand is ready after ${((performance.now() - started) / 1000).toFixed(1)} s`];
  if (httpPort !== null) lines.push(`  Website       ${publicUrl}`);
  if (smtpPort !== null) lines.push(`  Mail comes in on port ${smtpPort}, for help+…@${mailDomain}`);
  if (!isProduction && !smtpUrl) lines.push(`  Mail going out is kept at ${publicUrl}/dev/outbox`);
  console.log(lines.join("\n"));
}

/** A fault that the operator can act on is one clear line; anything else comes with its stack. */
function faultOf(error: unknown): string {
  if (error instanceof StartFault) return error.message;
  if (isTaken(error)) return `Port ${error.port} is already in use. Choose another with PORT or SMTP_PORT`;
  return error instanceof Error ? (error.stack ?? error.message) : String(error);
}

function isTaken(error: unknown): error is Error & { port: number } {
  return error instanceof Error && "code" in error && error.code === "EADDRINUSE" && "port" in error;
}

function messageOf(error: unknown): string {
  return error instanceof Error ? error.message : String(error);
}
