import { type ChildProcess, spawn } from "node:child_process";
import { once } from "node:events";
import { createWriteStream, readFileSync } from "node:fs";
import { join } from "node:path";

export interface ServerPlace {
  dataDir: string;
  logFile: string;
  httpPort: number;
  smtpPort: number;
  /** The port of the mailbox that gets the server's mail. */
  sinkPort: number;
  /** Settings beyond those that follow from the ports. */
  settings?: Record<string, string>;
}

export interface RunningServer {
  /** Stops it as Ctrl-C does, and waits for its end. */
  stop(): Promise<void>;
  /** Kills it without a chance to finish anything. */
  kill(): Promise<void>;
}

const sources = join(import.meta.dirname, "..", "server", "src");
const readyWithinMs = 120_000;

/** Returns the address of a server's website. */
export function urlOf({ httpPort }: Pick<ServerPlace, "httpPort">): string {
  return `http://localhost:${httpPort}`;
}

/** Starts the real server in its own process and waits until it serves; throws with its output if it does not. */
export async function startServer(place: ServerPlace, ...args: string[]): Promise<RunningServer> {
  const server = spawn(process.execPath, ["main.ts", ...args], {
    cwd: sources,
    env: {
      ...process.env,
      NODE_ENV: "development",
      HOST: "127.0.0.1",
      PORT: String(place.httpPort),
      SMTP_PORT: String(place.smtpPort),
      DNS_SERVERS: "off",
      SMTP_URL: `smtp://127.0.0.1:${place.sinkPort}`,
      DESKHAND_DATA: place.dataDir,
      ...place.settings,
    },
    stdio: ["ignore", "pipe", "pipe"],
  });
  const log = createWriteStream(place.logFile, { flags: "a" });
  server.stdout.pipe(log, { end: false });
  server.stderr.pipe(log, { end: false });
  server.once("exit", (code, signal) => log.write(`The server ended: ${signal ?? `exit code ${code}`}\n`));
  await isReady(server);
  const end = async (signal: NodeJS.Signals) => {
    if (server.exitCode === null && server.signalCode === null) {
      server.kill(signal);
      await once(server, "exit");
    }
    log.end();
  };
  return { stop: () => end("SIGTERM"), kill: () => end("SIGKILL") };
}

async function isReady(server: ChildProcess): Promise<void> {
  let output = "";
  const ready = new Promise<void>((resolve, reject) => {
    const read = (piece: Buffer) => {
      output += piece.toString();
      if (output.includes("Deskhand is ready")) resolve();
    };
    server.stdout?.on("data", read);
    server.stderr?.on("data", read);
    server.once("exit", (code) => reject(new Error(`The server ended with ${code}:\n${output}`)));
    server.once("error", reject);
    setTimeout(() => reject(new Error(`The server was not ready in time:\n${output}`)), readyWithinMs).unref();
  });
  await ready.catch((error: unknown) => {
    server.kill("SIGKILL");
    throw error;
  });
}

/** Returns the last lines of a server's log. */
export function tailOf(logFile: string, lines = 30): string {
  return readFileSync(logFile, "utf8").trimEnd().split("\n").slice(-lines).join("\n");
}
