import { spawn } from "node:child_process";
import { once } from "node:events";

/** A program started by `npm start` in its folder. */
export type Started = {
  output(): string;
  /** Resolves when the program says that it is ready; throws with its output if it ends before. */
  ready: Promise<void>;
  /** Its exit code, once all its processes are gone. */
  ended: Promise<number | null>;
  /** Kills all its processes except the database. */
  kill(): Promise<void>;
  /** Ends it as Ctrl-C does. */
  stop(): Promise<number | null>;
};

/** Runs `npm start` in a folder. */
export function npmStart(folder: string, env: Record<string, string>): Started {
  const child = spawn("npm", ["start", "--silent"], {
    cwd: folder,
    // A separate process group, which a signal reaches as a whole.
    detached: true,
    env: { PATH: process.env.PATH ?? "", HOME: process.env.HOME ?? "", DNS_SERVERS: "off", ...env },
    stdio: ["ignore", "pipe", "pipe"],
  });
  let printed = "";
  const ended = once(child, "close").then(([code]) => code as number | null);
  const ready = new Promise<void>((resolve, reject) => {
    for (const stream of [child.stdout, child.stderr])
      stream.on("data", (text: Buffer) => {
        printed += String(text);
        if (printed.includes("is ready after")) resolve();
      });
    void ended.then(() => reject(new Error(`It did not start: ${printed}`)));
  });
  // Only code that waits for it needs the error.
  ready.catch(() => undefined);
  const end = (name: NodeJS.Signals) => {
    if (child.pid && child.exitCode === null && child.signalCode === null) process.kill(-child.pid, name);
    return ended;
  };
  return {
    output: () => printed,
    ready,
    ended,
    kill: async () => void (await end("SIGKILL")),
    stop: () => end("SIGINT"),
  };
}
