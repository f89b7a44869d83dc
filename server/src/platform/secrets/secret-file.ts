import { randomBytes } from "node:crypto";
import { link, readFile, rm, writeFile } from "node:fs/promises";
import { dirname } from "node:path";
import { ignoreMissing, reasonOf } from "../error-code.ts";
import { StartFault } from "../start/start-notices.ts";
import { syncFolder } from "../storage/write-durably.ts";

/** Reads a generated secret from a file only we may read, making it first where it is missing. */
export async function readOrMakeSecret(path: string): Promise<string> {
  return (await readSecret(path)) ?? keepSecret(path, newSecret());
}

/** Reads a secret that was kept in a file; undefined where there is none. */
export async function readSecret(path: string): Promise<string | undefined> {
  const kept = await readFile(path, "utf8")
    .catch(ignoreMissing)
    .catch((cause) => {
      throw new StartFault(
        `Cannot read the secret in ${path} (${reasonOf(cause)}): only the user whom it belongs to may`,
        {
          cause,
        },
      );
    });
  if (kept === "") throw new StartFault(`${path} is empty; it should hold a secret. Restore it from a backup.`);
  return kept;
}

/** A secret that nobody can guess: 192 bits, base64url. */
export function newSecret(): string {
  return randomBytes(24).toString("base64url");
}

/**
 * Keeps a secret in a file, which appears whole or not at all, whatever interrupts this, a power cut included. Of processes that do so
 * together one does it for all: what is given is the secret that is there then.
 */
export async function keepSecret(path: string, secret: string): Promise<string> {
  const unfinished = `${path}.${process.pid}`;
  try {
    await writeFile(unfinished, secret, { mode: 0o600, flush: true });
    await link(unfinished, path);
    await syncFolder(dirname(path));
    return secret;
  } catch (error) {
    const kept = await readSecret(path); // Another process was faster: its secret is everybody's.
    if (kept === undefined)
      throw new StartFault(`Cannot keep a secret in ${path} (${reasonOf(error)}). Nothing was changed`, {
        cause: error,
      });
    return kept;
  } finally {
    await rm(unfinished, { force: true });
  }
}
