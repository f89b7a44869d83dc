import { type ChildProcess, fork } from "node:child_process";
import { once } from "node:events";
import { setPriority } from "node:os";
import { CheckerFault } from "./checker-fault.ts";
import type { CheckerMessage, TextToPolish } from "./checker-messages.ts";
import type { PolishedText } from "./polish-text.ts";

/** Times in ms: to load, for one text, and without work before the process ends; and how many texts may wait for their turn. */
export type LocalCheckerOptions = {
  startMs?: number;
  textMs?: number;
  idleMs?: number;
  mostWaiting?: number;
  entry?: URL;
};

type Task = { input: TextToPolish; resolve: (polished: PolishedText) => void; reject: (fault: CheckerFault) => void };
type Checker = { child: ChildProcess; isReady: boolean; task: Task | null; timer: NodeJS.Timeout | null };

/** Below everything that somebody waits for. */
const niceness = 10;

/**
 * Polishes texts in a process of its own, one after the other. It starts with the first text, ends after a while without
 * any, and is ended when a text takes too long; after that, and after a crash, the next text starts it anew.
 */
export class LocalChecker {
  readonly #options: Required<LocalCheckerOptions>;
  readonly #queue: Task[] = [];
  #checker: Checker | null = null;
  #isClosed = false;

  constructor(options: LocalCheckerOptions = {}) {
    const entry = new URL("./check-texts.ts", import.meta.url);
    this.#options = { startMs: 30_000, textMs: 10_000, idleMs: 120_000, mostWaiting: 20, entry, ...options };
  }

  /** The process that checks, while there is one. */
  get pid(): number | null {
    return this.#checker?.child.pid ?? null;
  }

  /** Corrects one text. Rejects with a CheckerFault. */
  polish(input: TextToPolish): Promise<PolishedText> {
    return new Promise((resolve, reject) => {
      if (this.#isClosed) return reject(new CheckerFault("broken", "The checker is closed"));
      if (this.#queue.length >= this.#options.mostWaiting) {
        return reject(new CheckerFault("busy", `${this.#queue.length} texts are waiting`));
      }
      this.#queue.push({ input, resolve, reject });
      this.#next();
    });
  }

  /** Ends the process at once; what it works on and what waits rejects. */
  async close(): Promise<void> {
    this.#isClosed = true;
    const fault = new CheckerFault("broken", "The checker is closed");
    const child = this.#checker?.child;
    const ended = child && child.exitCode === null && child.signalCode === null ? once(child, "exit") : null;
    this.#end(this.#checker, fault);
    for (const task of this.#queue.splice(0)) task.reject(fault);
    await ended;
  }

  #next(): void {
    if (this.#queue.length === 0) return;
    this.#checker ??= this.#start();
    const checker = this.#checker;
    if (!checker.isReady || checker.task) return;
    const task = this.#queue.shift();
    if (!task) return;
    checker.task = task;
    checker.child.ref();
    checker.child.channel?.ref();
    checker.child.send(task.input);
    this.#setTimer(checker, this.#options.textMs, new CheckerFault("slow", "The text took too long"));
  }

  #start(): Checker {
    // Its environment is empty and it has no flags of ours: it needs neither the secrets nor a debugger's port.
    const child = fork(this.#options.entry, { env: {}, execArgv: [], stdio: "ignore" });
    const checker: Checker = { child, isReady: false, task: null, timer: null };
    child.on("spawn", () => lowerPriority(child.pid));
    child.on("message", (message: CheckerMessage) => this.#take(checker, message));
    child.on("error", (error) => this.#end(checker, new CheckerFault("broken", error.message)));
    child.on("exit", (code, signal) =>
      this.#end(checker, new CheckerFault("broken", `The checking process ended: ${signal ?? code}`)),
    );
    this.#setTimer(
      checker,
      this.#options.startMs,
      new CheckerFault("slow", "The checkers could not be loaded in time"),
    );
    return checker;
  }

  #take(checker: Checker, message: CheckerMessage): void {
    const { task } = checker;
    checker.isReady = true;
    checker.task = null;
    if (message.kind === "polished") task?.resolve(message.polished);
    if (message.kind === "failed") task?.reject(new CheckerFault("broken", message.message));
    // Idle, it keeps neither this process alive nor, for long, its memory.
    this.#setTimer(checker, this.#options.idleMs, new CheckerFault("broken", "The checking process was idle"));
    checker.timer?.unref();
    checker.child.unref();
    checker.child.channel?.unref();
    this.#next();
  }

  /** Ends a process for good. A text that is being checked fails; while it loads, so does the one that waits for it longest. */
  #end(checker: Checker | null, fault: CheckerFault): void {
    if (!checker || this.#checker !== checker) return;
    this.#checker = null;
    if (checker.timer) clearTimeout(checker.timer);
    checker.child.kill("SIGKILL");
    (checker.task ?? (checker.isReady ? null : this.#queue.shift()))?.reject(fault);
    if (!this.#isClosed) this.#next();
  }

  #setTimer(checker: Checker, milliseconds: number, fault: CheckerFault): void {
    if (checker.timer) clearTimeout(checker.timer);
    checker.timer = setTimeout(() => this.#end(checker, fault), milliseconds);
  }
}

function lowerPriority(pid: number | undefined): void {
  if (pid === undefined) return;
  try {
    setPriority(pid, niceness);
  } catch {
    // The process is gone already, or the system has no priorities: it then competes as an equal.
  }
}
