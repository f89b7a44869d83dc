import { randomBytes } from "node:crypto";
import { link, open, readFile, rm } from "node:fs/promises";

/** Reads a generated secret (192 bits, base64url) from a file only we may read, making it first where it is missing. */
export async function readOrMakeSecret(path: string): Promise<string> {
  return (await readKept(path)) ?? makeSecret(path);
}

async function readKept(path: string): Promise<string | undefined> {
  const kept = await readFile(path, "utf8").catch((error: NodeJS.ErrnoException) => {
    if (error.code === "ENOENT") return undefined; // Not made yet.
    throw error;
  });
  if (kept === "") throw new Error(`${path} is empty; it should hold a secret. Restore it from a backup.`);
  return kept;
}

/** The file appears whole or not at all, whatever interrupts this; of processes that start together one makes it for all. */
async function makeSecret(path: string): Promise<string> {
  const secret = randomBytes(24).toString("base64url");
  const unfinished = `${path}.${process.pid}`;
  const file = await open(unfinished, "w", 0o600);
  try {
    await file.writeFile(secret);
    await file.sync();
  } finally {
    await file.close();
  }
  try {
    await link(unfinished, path);
    return secret;
  } catch (error) {
    const kept = await readKept(path); // Another process was faster: its secret is everybody's.
    if (kept === undefined) throw error;
    return kept;
  } finally {
    await rm(unfinished, { force: true });
  }
}
