import { randomBytes } from "node:crypto";
import { open, readFile } from "node:fs/promises";

/** Reads a generated secret (192 bits, base64url) from a file only we may read, making it first where it is missing. */
export async function readOrMakeSecret(path: string): Promise<string> {
  try {
    const file = await open(path, "wx", 0o600);
    try {
      const secret = randomBytes(24).toString("base64url");
      await file.writeFile(secret);
      await file.sync();
      return secret;
    } finally {
      await file.close();
    }
  } catch (error) {
    if (!(error instanceof Error && "code" in error && error.code === "EEXIST")) throw error;
    const secret = await readFile(path, "utf8");
    if (secret !== "") return secret;
    throw new Error(`${path} is empty; it should hold a secret. Restore it from a backup.`);
  }
}
