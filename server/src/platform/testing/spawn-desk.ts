import { type ChildProcess, spawn } from "node:child_process";
import { once } from "node:events";
import { fileURLToPath } from "node:url";

const main = fileURLToPath(new URL("../../main.ts", import.meta.url));
const startMs = 60_000;

/** A Deskhand in a process of its own, as `npm start` runs it. */
export type SpawnedDesk = {
  url: string;
  smtpPort: number;
  process: ChildProcess;
  /** Everything it printed so far. */
  output(): string;
  /** Sends a signal and gives the exit code; null after a signal that cannot be caught. */
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

/** Starts a Deskhand that is not expected to run, and waits until it has ended. */
export async function spawnAndEnd(options: Options): Promise<Ended> {
  return launch(options).exited;
}

function launch({ env, args = [] }: Options) {
  const quiet = { PATH: process.env.PATH ?? "", HOST: "127.0.0.1", PORT: "0", SMTP_PORT: "0" };
  const child = spawn(process.execPath, [main, ...args], {
    env: { ...quiet, ...env },
    stdio: ["ignore", "pipe", "pipe"],
  });
  let printed = "";
  const keep = (text: Buffer) => {
    printed += String(text);
  };
  child.stdout.on("data", keep);
  child.stderr.on("data", keep);
  const exited = once(child, "close").then(([code]): Ended => ({ code, output: printed }));
  return { child, exited, output: () => printed };
}
