import { randomBytes } from "node:crypto";
import { link, readFile, rm, writeFile } from "node:fs/promises";
import { dirname } from "node:path";
import { ignoreMissing, reasonOf } from "../error-code.ts";
import { StartFault } from "../start/start-notices.ts";
import { syncFolder } from "../storage/write-durably.ts";

/** Reads a generated secret from a file that only we may read, creating it if missing. */
export async function readOrMakeSecret(path: string): Promise<string> {
  return (await readSecret(path)) ?? keepSecret(path, newSecret());
}

/** Reads a stored secret; undefined if there is none. */
export async function readSecret(path: string): Promise<string | undefined> {
  const stored = await readFile(path, "utf8")
    .catch(ignoreMissing)
    .catch((cause) => {
      throw new StartFault(
        `Cannot read the secret in ${path} (${reasonOf(cause)}): only the user whom it belongs to may`,
        {
          cause,
        },
      );
    });
  if (stored === "") throw new StartFault(`${path} is empty; it should hold a secret. Restore it from a backup.`);
  return stored;
}

/** Generates a secret of 192 random bits in base64url. */
export function newSecret(): string {
  return randomBytes(24).toString("base64url");
}

/**
 * Stores a secret in a file, atomically even if the power fails. If several processes do so at once, all get the secret
 * of the first.
 */
export async function keepSecret(path: string, secret: string): Promise<string> {
  const unfinished = `${path}.${process.pid}`;
  try {
    await writeFile(unfinished, secret, { mode: 0o600, flush: true });
    await link(unfinished, path);
    await syncFolder(dirname(path));
    return secret;
  } catch (error) {
    const stored = await readSecret(path); // Another process was faster; use its secret.
    if (stored === undefined)
      throw new StartFault(`Cannot keep a secret in ${path} (${reasonOf(error)}). Nothing was changed`, {
        cause: error,
      });
    return stored;
  } finally {
    await rm(unfinished, { force: true });
  }
}
