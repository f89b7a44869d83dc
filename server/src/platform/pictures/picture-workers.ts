import { SeparateWorker, WorkerFault } from "../bounded-work/separate-worker.ts";
import { fail } from "../fail.ts";
import type { PictureFault } from "./check-picture.ts";

/** Looks at pictures in a thread of its own: they are a stranger's bytes, and can be made to take long. */
export class PictureChecks {
  readonly #thread: SeparateWorker<Uint8Array, PictureFault | null>;

  constructor({ limitMs = 4_000 } = {}) {
    this.#thread = new SeparateWorker({
      file: new URL("./check-picture.ts", import.meta.url),
      name: "checkPicture",
      runtime: "worker_threads",
      limitMs,
      idleMs: 10_000,
      mostWaiting: 20,
      memoryMb: 64,
      warmUp: { input: new Uint8Array(), limitMs: 30_000 },
    });
  }

  /** What is wrong with a picture; one that takes longer than the limit, in ms, is excessive. */
  async faultOf(bytes: Uint8Array): Promise<PictureFault | null> {
    try {
      return await this.#thread.run(bytes);
    } catch (error) {
      if (!(error instanceof WorkerFault)) throw error;
      if (error.kind === "busy") throw fail("service_unavailable");
      return "excessive";
    }
  }

  close(): Promise<void> {
    return this.#thread.close();
  }
}

/**
 * Makes PNGs of pictures that few browsers show in a process of its own: they are a stranger's bytes, can be made to take long, and what
 * decoding them takes of memory goes back to the system.
 */
export class DecodedPictures {
  readonly #process: SeparateWorker<string, string | null>;

  constructor({ limitMs = 20_000 } = {}) {
    this.#process = new SeparateWorker({
      file: new URL("./picture-to-png.ts", import.meta.url),
      name: "pictureToPng",
      runtime: "child_process",
      limitMs,
      idleMs: 10_000,
      mostWaiting: 20,
      // Of the heap alone: pixels lie beside it.
      memoryMb: 256,
      warmUp: { input: "", limitMs: 30_000 },
    });
  }

  /** The picture as a PNG; null where it cannot be decoded, or takes longer than the limit, in ms. */
  async toPng(bytes: Buffer): Promise<Buffer | null> {
    try {
      const png = await this.#process.run(bytes.toString("base64"));
      return png === null ? null : Buffer.from(png, "base64");
    } catch (error) {
      if (!(error instanceof WorkerFault)) throw error;
      if (error.kind === "busy") throw fail("service_unavailable");
      return null;
    }
  }

  close(): Promise<void> {
    return this.#process.close();
  }
}
