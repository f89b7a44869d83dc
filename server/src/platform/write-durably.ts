import { open, rename, rm, writeFile } from "node:fs/promises";
import { dirname } from "node:path";

/** Writes a file that only we may read, so that it is there whole, or not at all, even after a power cut. */
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

/** Makes new names in a folder survive a power cut: they are in the folder, and the folder is a file of its own. */
export async function syncFolder(path: string): Promise<void> {
  await using folder = await open(path);
  await folder.sync();
}
