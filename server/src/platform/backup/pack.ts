import { Readable } from "node:stream";
import { createTarPacker } from "modern-tar";

/** One file of the archive. */
export type Packed = { name: string; bytes: Uint8Array };

/**
 * Packs files into a tar stream as fast as it is read. `done` is over when nothing more is asked of `files`, which a stream that is
 * given up ends as well.
 */
export function pack(files: AsyncIterable<Packed>, madeAt: Date): { stream: Readable; done: Promise<void> } {
  const { readable, controller } = createTarPacker();
  const packAll = async () => {
    try {
      for await (const { name, bytes } of files) {
        const body = controller.add({ name, size: bytes.length, mode: 0o600, mtime: madeAt }).getWriter();
        if (bytes.length > 0) await body.write(bytes);
        await body.close();
      }
      controller.finalize();
    } catch (error) {
      // Whoever reads the stream gets it.
      controller.error(error);
    }
  };
  return { stream: Readable.fromWeb(readable), done: packAll() };
}
