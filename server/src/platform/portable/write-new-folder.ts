import { type FileHandle, mkdir, open, rename, rm } from "node:fs/promises";
import { dirname, join } from "node:path";
import { type Content, measuring } from "../backup/backup-format.ts";
import { codeOf, isNoRoom, reasonOf } from "../error-code.ts";
import { cannotWrite, refuseTakenName, syncFolder } from "../storage/write-durably.ts";

type Pieces = AsyncIterable<Uint8Array> | Iterable<Uint8Array>;
/** Adds a file and returns its size and checksum. */
export type AddFile = (path: string, source: Pieces) => Promise<Content>;

/**
 * Writes a folder that only we may read. It has the suffix `.partial` until it is complete and on the disk; a failed
 * one is removed. An existing path of that name stays, and so does another writer's partial folder.
 */
export async function writeNewFolder(path: string, write: (add: AddFile) => Promise<void>): Promise<void> {
  await refuseTakenName(path);
  const partial = `${path}.partial`;
  await makeNew(partial);
  try {
    const folders = new Set([partial]);
    await write(async (name, source) => {
      const file = join(partial, name);
      if (!folders.has(dirname(file))) await mkdir(dirname(file), { recursive: true, mode: 0o700 });
      folders.add(dirname(file));
      return addFile(file, source);
    });
    for (const folder of folders) await syncFolder(folder);
    await refuseTakenName(path);
    await rename(partial, path);
  } catch (error) {
    await rm(partial, { recursive: true, force: true });
    if (!isNoRoom(error)) throw error;
    throw new Error(`There is no room for ${path} (${reasonOf(error)}): nothing of it is left`, { cause: error });
  }
  await syncFolder(dirname(path));
}

async function addFile(path: string, source: Pieces): Promise<Content> {
  const file = await open(path, "wx", 0o600);
  try {
    const { through, whole } = measuring();
    await writeAll(file, through(source));
    await file.sync();
    return whole();
  } finally {
    await file.close();
  }
}

async function writeAll(file: FileHandle, source: AsyncIterable<Uint8Array>): Promise<void> {
  for await (const chunk of source) {
    for (let at = 0; at < chunk.length; ) at += (await file.write(chunk, at)).bytesWritten;
  }
}

async function makeNew(partial: string): Promise<void> {
  try {
    await mkdir(partial, { mode: 0o700 });
  } catch (error) {
    if (codeOf(error) === "EEXIST")
      throw new Error(`${partial} is there: another export is writing it, or one was killed; then remove it`);
    throw cannotWrite(partial, error);
  }
}
