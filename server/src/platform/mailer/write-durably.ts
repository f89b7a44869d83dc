import { open, rename, rm } from "node:fs/promises";
import { dirname } from "node:path";

/** Writes a new file so that it is there whole, or not at all, even after a power cut. */
export async function writeDurably(path: string, bytes: AsyncIterable<Uint8Array>): Promise<void> {
  const unfinished = `${path}.part`;
  const file = await open(unfinished, "wx", 0o600);
  try {
    await file.writeFile(bytes);
    await file.sync();
  } catch (error) {
    await rm(unfinished, { force: true });
    throw error;
  } finally {
    await file.close();
  }
  await rename(unfinished, path);
  // The new name is in the folder, and the folder is a file of its own.
  const folder = await open(dirname(path), "r");
  try {
    await folder.sync();
  } finally {
    await folder.close();
  }
}
