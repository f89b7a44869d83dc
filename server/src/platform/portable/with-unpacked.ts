import { open, rm, stat } from "node:fs/promises";
import { unpack } from "../backup/unpack.ts";
import { reasonOf } from "../error-code.ts";
import { unpackedPath } from "./pack-export.ts";
import { checksumsPath, manifestPath, readPath } from "./portable-format.ts";
import { writeNewFolder } from "./write-new-folder.ts";

/** Works with the folder of an export: with what is given, or where that is the file of a download, with a folder beside it for as long. */
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
      await add(path, told(given, body));
    }
  });
}

async function* told(given: string, body: AsyncIterable<Uint8Array>): AsyncGenerator<Uint8Array> {
  try {
    yield* body;
  } catch (error) {
    throw notExport(given, reasonOf(error), error);
  }
}

function notExport(given: string, reason: string, cause?: unknown): Error {
  return new Error(`There is no whole export of Deskhand in ${given}: ${reason}`, { cause });
}
