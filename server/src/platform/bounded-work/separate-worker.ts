import pLimit from "p-limit";
import { Tinypool } from "tinypool";

/** Work that was not done: the queue was full, it took too long, or it, its thread or its process failed. */
export class WorkerFault extends Error {
  override readonly name = "WorkerFault";
  /** "full": a thread ran out of memory. A process that does so just dies, which is "broken". */
  readonly kind: "busy" | "slow" | "full" | "broken";

  constructor(kind: WorkerFault["kind"], message: string, options?: ErrorOptions) {
    super(message, options);
    this.kind = kind;
  }
}

/** Where a function runs, and its limits; times in ms. */
export interface SeparateWork<Input> {
  /** The module that exports the function. */
  readonly file: URL;
  readonly name: string;
  /** A process gets none of the server's environment and returns its memory to the system. */
  readonly runtime: "worker_threads" | "child_process";
  readonly limitMs: number;
  /** The thread or process ends after this long without work. */
  readonly idleMs: number;
  /** How many calls may wait. */
  readonly mostWaiting?: number;
  /**
   * How many calls run at once, for calls that mostly wait; one by default. A call that takes too long ends them all.
   */
  readonly atOnce?: number;
  /** Heap of the thread or process. */
  readonly memoryMb?: number;
  /** The first call of a new thread or process, with a time limit that includes loading. */
  readonly warmUp?: { readonly input: Input; readonly limitMs: number };
}

/**
 * Calls a function in its own thread or process, one call after another unless `atOnce` allows more. The thread or
 * process starts with the first call and ends when idle or when a call takes too long; after that or a crash, the next
 * call starts another.
 */
export class SeparateWorker<Input, Output> {
  readonly #work: SeparateWork<Input>;
  #pool: Tinypool;
  /**
   * The warm-up call, which all callers await if several calls may run at once: Tinypool gives a new thread only one
   * call.
   */
  #warming: Promise<unknown> | null = null;
  // Tinypool's own queue would count waiting towards the time limit.
  readonly #inTurn: ReturnType<typeof pLimit>;
  #isClosed = false;

  constructor(work: SeparateWork<Input>) {
    this.#work = work;
    this.#inTurn = pLimit(work.atOnce ?? 1);
    this.#pool = poolFor(work);
  }

  /** The id of the running thread or process. */
  get id(): number | null {
    return this.#pool.threads[0]?.threadId ?? null;
  }

  /**
   * Calls the function, for at most `limitMs`. Rejects with a WorkerFault once nothing of the call runs any more. Input
   * and result are copied.
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

  /** Ends the thread or process at once; running and waiting calls reject. */
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
    // Tinypool gives each abortable call a thread of its own.
    const isAlone = (this.#work.atOnce ?? 1) === 1;
    const result: Promise<Output> = pool.run(input, { filename: file, name, ...(isAlone && { signal: limit }) });
    const [worker] = pool.threads;
    try {
      return await (isAlone ? result : Promise.race([result, rejectOnAbort(limit)]));
    } catch (error) {
      if (!limit.aborted)
        throw new WorkerFault(isOutOfMemory(error) ? "full" : "broken", messageOf(error), { cause: error });
      // A worker that never became ready still runs, and a dying one may still write files that the caller is about to
      // remove.
      if (isAlone) await Promise.all([pool.recycleWorkers(), worker?.terminate()]);
      else await this.#replace(pool);
      throw new WorkerFault("slow", `It took longer than ${limitMs / 1_000} seconds`);
    }
  }

  /** Ends a pool with all its calls, unless another call has done so. */
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
    // Unlike JSON, this keeps bytes, dates and maps, as threads do.
    serialization: "advanced",
    minThreads: 0,
    maxThreads: 1,
    concurrentTasksPerWorker: work.atOnce ?? 1,
    idleTimeout: work.idleMs,
    // Otherwise an idle thread blocks with files open that it was about to close.
    useAtomics: false,
    // Does not inherit the main thread's flags (a debugger's port, a test runner's loader).
    execArgv: isProcess && work.memoryMb ? [`--max-old-space-size=${work.memoryMb}`] : [],
    ...(work.memoryMb && {
      resourceLimits: { maxOldGenerationSizeMb: work.memoryMb, maxYoungGenerationSizeMb: 8 },
    }),
  });
  // A worker that dies between calls harms nobody: the next call starts another.
  pool.on("error", () => undefined);
  return pool;
}

function rejectOnAbort(limit: AbortSignal): Promise<never> {
  return new Promise((_, reject) => limit.addEventListener("abort", () => reject(limit.reason), { once: true }));
}

function isOutOfMemory(error: unknown): boolean {
  return error instanceof Error && "code" in error && error.code === "ERR_WORKER_OUT_OF_MEMORY";
}

/** A process passes errors on as plain objects. */
function messageOf(error: unknown): string {
  return error instanceof Object && "message" in error ? String(error.message) : String(error);
}
