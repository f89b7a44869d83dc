import { type ChildProcess, spawn } from "node:child_process";
import { once } from "node:events";
import { rm } from "node:fs/promises";
import { fileURLToPath } from "node:url";
import { startEmbeddedPostgres } from "../platform/db/embedded/embedded-postgres.ts";

const main = fileURLToPath(new URL("../main.ts", import.meta.url));
const compiled = fileURLToPath(new URL("../../../node_modules/.cache/compiled", import.meta.url));
/** It only ends what hangs: with many desks starting at once, one start takes half a minute. */
const startMs = 240_000;
const running = new Set<ChildProcess>();

/** A Deskhand in a process of its own, as `npm start` runs it. */
export type SpawnedDesk = {
  url: string;
  smtpPort: number;
  process: ChildProcess;
  /** Everything it printed so far. */
  output(): string;
  /** Sends a signal and returns the exit code; null after a signal that cannot be caught. */
  end(signal: NodeJS.Signals): Promise<number | null>;
};

export type Ended = { code: number | null; output: string };
type Options = { env: Record<string, string>; args?: string[] };

/** Starts Deskhand on free ports and waits until it is ready. */
export async function spawnDesk(options: Options): Promise<SpawnedDesk> {
  const { child, output, exited } = launch(options);
  const isReady = new Promise<void>((resolve) => {
    child.stdout?.on("data", () => output().includes("is ready after") && resolve());
  });
  const first = await Promise.race([isReady, exited, new Promise((resolve) => setTimeout(resolve, startMs, "late"))]);
  if (first !== undefined) {
    child.kill("SIGKILL");
    throw new Error(`It did not start: ${output()}`);
  }
  return {
    url: /Website\s+(\S+)/.exec(output())?.[1] ?? "",
    smtpPort: Number(/SMTP on port (\d+)/.exec(output())?.[1]),
    process: child,
    output,
    async end(signal) {
      child.kill(signal);
      return (await exited).code;
    },
  };
}

/** Starts a Deskhand that should fail, and waits for its end. */
export async function spawnAndEnd(options: Options): Promise<Ended> {
  return launch(options).exited;
}

/** Kills what a failed test left running, its database included, and removes the data directory. */
export async function clearDesk(dataDir: string): Promise<void> {
  for (const child of running) {
    child.kill("SIGKILL");
    await once(child, "close");
  }
  const server = await startEmbeddedPostgres({ dataDir });
  await server.stop();
  await rm(dataDir, { recursive: true, force: true });
}

function launch({ env, args = [] }: Options) {
  const quiet = {
    PATH: process.env.PATH ?? "",
    HOST: "127.0.0.1",
    PORT: "0",
    SMTP_PORT: "0",
    DNS_SERVERS: "off",
    // Code compiled once is not compiled again, as with `npm start`.
    NODE_COMPILE_CACHE: compiled,
  };
  const child = spawn(process.execPath, [main, ...args], {
    env: { ...quiet, ...env },
    stdio: ["ignore", "pipe", "pipe"],
  });
  running.add(child);
  child.once("close", () => running.delete(child));
  let printed = "";
  const keep = (text: Buffer) => {
    printed += String(text);
  };
  child.stdout.on("data", keep);
  child.stderr.on("data", keep);
  const exited = once(child, "close").then(([code]): Ended => ({ code, output: printed }));
  return { child, exited, output: () => printed };
}
