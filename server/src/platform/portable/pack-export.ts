import { stat } from "node:fs/promises";
import { join } from "node:path";
import { Readable } from "node:stream";
import { createGzip } from "node:zlib";
import { createTarPacker } from "modern-tar";
import type { CheckedExport } from "./check-export.ts";
import { listedFiles } from "./check-export.ts";
import { checksumsPath, manifestPath } from "./portable-format.ts";
import { bytesIn } from "./read-folder.ts";

/** As names in the file begin, so that whoever unpacks it has one folder. */
const folderOf = (code: string) => `deskhand-${code}/`;

/** Where a file of an export lies in it, by its name in the packed file; undefined for a name that is none. */
export function unpackedPath(name: string): string | undefined {
  return /^deskhand-[a-z0-9]{8}\/(.+)$/.exec(name)?.[1];
}

/** What an export is called as one file. */
export const packedName = ({ code, day }: { code: string; day: string }) => `deskhand-${code}-${day}.tar.gz`;

/** The bytes of a folder with an export as one file (tar in gzip), a piece at a time; says of how many bytes each was read. */
export async function* packExport(written: CheckedExport, onBytes: (bytes: number) => void): AsyncGenerator<Buffer> {
  const { folder, manifest } = written;
  const { readable, controller } = createTarPacker();
  const [prefix, mtime] = [folderOf(manifest.store.code), new Date(manifest.takenAt)];
  let read = 0;
  const add = async (path: string) => {
    const { size } = await stat(join(folder, path));
    const body = controller.add({ name: prefix + path, size, mode: 0o600, mtime }).getWriter();
    for await (const bytes of bytesIn(folder, path)) {
      await body.write(bytes);
      read += bytes.length;
      onBytes(read);
    }
    await body.close();
  };
  const packAll = async () => {
    try {
      for await (const { path } of listedFiles(written)) await add(path);
      await add(checksumsPath);
      await add(manifestPath);
      controller.finalize();
    } catch (error) {
      // Whoever reads the stream gets it.
      controller.error(error);
    }
  };
  const plain = Readable.fromWeb(readable);
  const packed = createGzip();
  plain.once("error", (error) => packed.destroy(error));
  const done = packAll();
  try {
    yield* plain.pipe(packed);
  } finally {
    plain.destroy();
    packed.destroy();
    await done;
  }
}
