import { type FileHandle, link, open, rename, rm } from "node:fs/promises";
import { dirname } from "node:path";
import { codeOf, reasonOf } from "../error-code.ts";
import { syncFolder } from "../write-durably.ts";
import { cannotWrite, refuseTakenName, takenName } from "./new-name.ts";

/** A disk, a quota, and the largest file that there may be. */
const noRoom = ["ENOSPC", "EDQUOT", "EFBIG"];
/** What file systems say that know no second names. */
const noLinks = ["EPERM", "ENOTSUP", "EOPNOTSUPP", "ENOSYS"];

/**
 * Writes a file of our own that only we may read. It gets its name when it is whole and on the disk; until then it has `.partial`
 * after it, and nothing stays of one that fails. What has the name already is left alone, and so is what another writer has begun.
 */
export async function writeNewFile(path: string, write: (file: FileHandle) => Promise<void>): Promise<void> {
  await refuseTakenName(path);
  const partial = `${path}.partial`;
  const file = await openNew(partial);
  try {
    try {
      await write(file);
      await file.sync();
    } finally {
      await file.close();
    }
    await link(partial, path).catch(async (error) => {
      if (codeOf(error) === "EEXIST") throw takenName(path);
      if (!noLinks.includes(codeOf(error) ?? "")) throw error;
      await rename(partial, path);
    });
  } catch (error) {
    await rm(partial, { force: true });
    if (!noRoom.includes(codeOf(error) ?? "")) throw error;
    throw new Error(`There is no room for ${path} (${reasonOf(error)}): nothing of it is left`, { cause: error });
  }
  await rm(partial, { force: true });
  await syncFolder(dirname(path));
}

async function openNew(partial: string): Promise<FileHandle> {
  try {
    return await open(partial, "wx", 0o600);
  } catch (error) {
    if (codeOf(error) === "EEXIST")
      throw new Error(`${partial} is there: another backup is writing it, or one was killed; then remove it`);
    throw cannotWrite(partial, error);
  }
}
