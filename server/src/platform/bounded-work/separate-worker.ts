import pLimit from "p-limit";
import { Tinypool } from "tinypool";

/** Work that was not done: too much was waiting, it took too long, or it failed or its thread or process did. */
export class WorkerFault extends Error {
  override readonly name = "WorkerFault";
  /** "full": a thread's memory ran out; a process of which it did is just gone. */
  readonly kind: "busy" | "slow" | "full" | "broken";

  constructor(kind: WorkerFault["kind"], message: string, options?: ErrorOptions) {
    super(message, options);
    this.kind = kind;
  }
}

/** Where some work is done, and its bounds; times in ms. */
export interface SeparateWork<Input> {
  /** The module that exports the function. */
  readonly file: URL;
  readonly name: string;
  /** A process gets nothing of the server's environment, and what it used of memory goes back to the system. */
  readonly runtime: "worker_threads" | "child_process";
  readonly limitMs: number;
  /** Without work for so long, the thread or process ends. */
  readonly idleMs: number;
  /** How much may wait for its turn. */
  readonly mostWaiting?: number;
  /** How many calls are in hand at once, for those that mostly wait; one by default. One that takes too long ends them all. */
  readonly atOnce?: number;
  /** Heap of the thread or process. */
  readonly memoryMb?: number;
  /** What a new thread or process does first, with the time that loading everything may take. */
  readonly warmUp?: { readonly input: Input; readonly limitMs: number };
}

/**
 * Calls a function in a thread or process of its own, one call after the other unless more may be in hand at once. It starts with the first call, ends after
 * a while without any, and is ended when a call takes too long; after that, and after a crash, the next call starts it anew.
 */
export class SeparateWorker<Input, Output> {
  readonly #work: SeparateWork<Input>;
  #pool: Tinypool;
  /** Where several may be in hand at once, those behind the first wait for this, too: Tinypool gives a new thread one call only. */
  #warming: Promise<unknown> | null = null;
  // Tinypool has a queue too, but a time limit there would count the waiting.
  readonly #inTurn: ReturnType<typeof pLimit>;
  #isClosed = false;

  constructor(work: SeparateWork<Input>) {
    this.#work = work;
    this.#inTurn = pLimit(work.atOnce ?? 1);
    this.#pool = poolFor(work);
  }

  /** The number of the thread or process, while there is one. */
  get id(): number | null {
    return this.#pool.threads[0]?.threadId ?? null;
  }

  /**
   * Calls the function, for as long as `limitMs` where this call has a limit of its own. Rejects with a WorkerFault, once nothing
   * of the call runs any more. Input and result are copied.
   */
  async run(input: Input, limitMs: number = this.#work.limitMs): Promise<Output> {
    const { warmUp, mostWaiting = Number.POSITIVE_INFINITY } = this.#work;
    const waiting = this.#inTurn.pendingCount;
    if (waiting >= mostWaiting) throw new WorkerFault("busy", `${waiting} others are waiting`);
    return this.#inTurn(async () => {
      if (warmUp && this.id === null) this.#warming = this.#call(warmUp.input, warmUp.limitMs);
      await this.#warming?.finally(() => {
        this.#warming = null;
      });
      return await this.#call(input, limitMs);
    });
  }

  /** Ends the thread or process at once; what it works on and what waits rejects. */
  async close(): Promise<void> {
    this.#isClosed = true;
    await this.#pool.destroy();
    await this.#inTurn(() => undefined);
  }

  async #call(input: Input, limitMs: number): Promise<Output> {
    if (this.#isClosed) throw new WorkerFault("broken", "The worker is closed");
    const { file, name } = this.#work;
    const limit = AbortSignal.timeout(limitMs);
    const pool = this.#pool;
    // Tinypool gives whoever can be aborted a thread of his own.
    const isAlone = (this.#work.atOnce ?? 1) === 1;
    const result: Promise<Output> = pool.run(input, { filename: file, name, ...(isAlone && { signal: limit }) });
    const [worker] = pool.threads;
    try {
      return await (isAlone ? result : Promise.race([result, passed(limit)]));
    } catch (error) {
      if (!limit.aborted)
        throw new WorkerFault(isOutOfMemory(error) ? "full" : "broken", messageOf(error), { cause: error });
      // One that never became ready is still there. And whoever is on the way out may still write into files that the
      // caller is about to remove.
      if (isAlone) await Promise.all([pool.recycleWorkers(), worker?.terminate()]);
      else await this.#replace(pool);
      throw new WorkerFault("slow", `It took longer than ${limitMs / 1_000} seconds`);
    }
  }

  /** Ends a pool with all that is in hand there, unless somebody did already. */
  async #replace(pool: Tinypool): Promise<void> {
    if (this.#pool !== pool || this.#isClosed) return;
    this.#pool = poolFor(this.#work);
    await pool.destroy();
  }
}

function poolFor(work: Omit<SeparateWork<unknown>, "warmUp">): Tinypool {
  const isProcess = work.runtime === "child_process";
  const pool = new Tinypool({
    runtime: work.runtime,
    // Bytes, dates and maps come into a process and out of it as they are, as with a thread; as JSON they would not.
    serialization: "advanced",
    minThreads: 0,
    maxThreads: 1,
    concurrentTasksPerWorker: work.atOnce ?? 1,
    idleTimeout: work.idleMs,
    // Else an idle thread stands still, with the files open that it was about to close.
    useAtomics: false,
    // Flags of the main thread (a debugger's port, a test runner's loader) are not for this one.
    execArgv: isProcess && work.memoryMb ? [`--max-old-space-size=${work.memoryMb}`] : [],
    ...(work.memoryMb && {
      resourceLimits: { maxOldGenerationSizeMb: work.memoryMb, maxYoungGenerationSizeMb: 8 },
    }),
  });
  // One that dies between two calls concerns nobody: the next call starts another.
  pool.on("error", () => undefined);
  return pool;
}

function passed(limit: AbortSignal): Promise<never> {
  return new Promise((_, reject) => limit.addEventListener("abort", () => reject(limit.reason), { once: true }));
}

function isOutOfMemory(error: unknown): boolean {
  return error instanceof Error && "code" in error && error.code === "ERR_WORKER_OUT_OF_MEMORY";
}

/** Errors come out of a process as plain objects. */
function messageOf(error: unknown): string {
  return error instanceof Object && "message" in error ? String(error.message) : String(error);
}
