import { randomBytes } from "node:crypto";
import { open, readFile, rename } from "node:fs/promises";

/** Reads a generated secret (192 bits, base64url) from a file only we may read, making it first where it is missing. */
export async function readOrMakeSecret(path: string): Promise<string> {
  const kept = await readFile(path, "utf8").catch((error: NodeJS.ErrnoException) => {
    if (error.code === "ENOENT") return undefined; // Not made yet.
    throw error;
  });
  if (kept === "") throw new Error(`${path} is empty; it should hold a secret. Restore it from a backup.`);
  return kept ?? makeSecret(path);
}

/** The file appears whole or not at all, whatever interrupts this. */
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
  await rename(unfinished, path);
  return secret;
}
