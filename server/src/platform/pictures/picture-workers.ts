import { SeparateWorker, WorkerFault } from "../bounded-work/separate-worker.ts";
import { fail } from "../fail.ts";
import type { PictureFault } from "./check-picture.ts";

/** Checks pictures in a separate thread, as strangers' files can be crafted to take long. */
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

  /** Returns a picture's fault; one that exceeds the time limit is excessive. */
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
 * Converts pictures that few browsers show to PNG in a separate process, as strangers' files can be crafted to take
 * long and decoding memory should return to the system.
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
      // Limits only the heap; pixels lie outside it.
      memoryMb: 256,
      warmUp: { input: "", limitMs: 30_000 },
    });
  }

  /** Converts a picture to PNG; null if it cannot be decoded within the time limit. */
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
