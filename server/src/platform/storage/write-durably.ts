import { open, rename, rm, stat, writeFile } from "node:fs/promises";
import { dirname } from "node:path";
import { codeOf, ignoreMissing, reasonOf } from "../error-code.ts";

/** Writes a file that only we may read, atomically even if the power fails. */
export async function writeDurably(path: string, content: string | AsyncIterable<Uint8Array>): Promise<void> {
  const unfinished = `${path}.part`;
  try {
    await writeFile(unfinished, content, { mode: 0o600, flush: true });
  } catch (error) {
    await rm(unfinished, { force: true });
    throw error;
  }
  await rename(unfinished, path);
  await syncFolder(dirname(path));
}

/** Makes new names in a folder survive a power cut, which requires syncing the folder. */
export async function syncFolder(path: string): Promise<void> {
  await using folder = await open(path);
  await folder.sync();
}

/** Throws if the path exists. */
export async function refuseTakenName(path: string): Promise<void> {
  const found = await stat(path)
    .catch(ignoreMissing)
    .catch((error) => {
      throw cannotWrite(path, error);
    });
  if (found) throw takenName(path);
}

export function takenName(path: string): Error {
  return new Error(`${path} is there already, and is not written over: choose another name`);
}

/** Explains why a new file or folder cannot be created. */
export function cannotWrite(path: string, cause: unknown): Error {
  const folder = dirname(path);
  const inWords: Record<string, string> = {
    ENOENT: `there is no folder ${folder}`,
    ENOTDIR: `${folder} is no folder`,
    EACCES: `the user who runs this may not write in ${folder}`,
    EROFS: `${folder} is read-only`,
  };
  return new Error(`Cannot write ${path}: ${inWords[codeOf(cause) ?? ""] ?? reasonOf(cause)}`, { cause });
}
