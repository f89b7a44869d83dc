import { open, rm, stat } from "node:fs/promises";
import { join } from "node:path";
import { Readable } from "node:stream";
import { createGzip } from "node:zlib";
import { createTarPacker } from "modern-tar";
import { unpack } from "../backup/unpack.ts";
import { reasonOf } from "../error-code.ts";
import { type CheckedExport, listedFiles } from "./check-export.ts";
import { bytesIn, writeNewFolder } from "./export-folder.ts";
import { checksumsPath, manifestPath, readPath } from "./portable-format.ts";

/** The prefix of all names, so that unpacking creates one folder. */
const folderOf = (code: string) => `deskhand-${code}/`;

/** Returns a file's path within the export by its packed name; undefined for an invalid name. */
function unpackedPath(name: string): string | undefined {
  return /^deskhand-[a-z0-9]{8}\/(.+)$/.exec(name)?.[1];
}

/** The name of a packed export. */
export const packedName = ({ code, day }: { code: string; day: string }) => `deskhand-${code}-${day}.tar.gz`;

/** Packs an export's folder into one stream (tar in gzip); reports the number of bytes read so far. */
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
      // Rejects for the stream's reader.
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

/** Runs work on an export's folder. If `given` is a downloaded file, unpacks it to a temporary folder beside it. */
export async function withUnpacked<T>(given: string, work: (folder: string) => Promise<T>): Promise<T> {
  const found = await stat(given).catch(() => undefined);
  if (!found?.isFile()) return work(given);
  const folder = `${given}.unpacked`;
  await unpackInto(given, folder);
  try {
    return await work(folder);
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
}

async function unpackInto(given: string, folder: string): Promise<void> {
  await using file = await open(given);
  await writeNewFolder(folder, async (add) => {
    const units = unpack(file);
    for (;;) {
      const next = await units.next().catch((error) => {
        throw notExport(given, reasonOf(error), error);
      });
      if (next.done) return;
      const { path: name, body } = next.value;
      const path = unpackedPath(name);
      const isKnown =
        path !== undefined && (path === manifestPath || path === checksumsPath || readPath(path) !== undefined);
      if (!isKnown) throw notExport(given, `${JSON.stringify(name)} is no file of one`);
      await add(path, explainFaults(given, body));
    }
  });
}

async function* explainFaults(given: string, body: AsyncIterable<Uint8Array>): AsyncGenerator<Uint8Array> {
  try {
    yield* body;
  } catch (error) {
    throw notExport(given, reasonOf(error), error);
  }
}

function notExport(given: string, reason: string, cause?: unknown): Error {
  return new Error(`There is no whole export of Deskhand in ${given}: ${reason}`, { cause });
}
