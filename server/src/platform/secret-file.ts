import { randomBytes } from "node:crypto";
import { link, readFile, rm, writeFile } from "node:fs/promises";
import { ignoreMissing } from "./error-code.ts";
import { StartFault } from "./start-fault.ts";

/** Reads a generated secret (192 bits, base64url) from a file only we may read, making it first where it is missing. */
export async function readOrMakeSecret(path: string): Promise<string> {
  return (await readKept(path)) ?? makeSecret(path);
}

async function readKept(path: string): Promise<string | undefined> {
  const kept = await readFile(path, "utf8").catch(ignoreMissing);
  if (kept === "") throw new StartFault(`${path} is empty; it should hold a secret. Restore it from a backup.`);
  return kept;
}

/** The file appears whole or not at all, whatever interrupts this; of processes that start together one makes it for all. */
async function makeSecret(path: string): Promise<string> {
  const secret = randomBytes(24).toString("base64url");
  const unfinished = `${path}.${process.pid}`;
  try {
    await writeFile(unfinished, secret, { mode: 0o600, flush: true });
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
