import { createWriteStream } from "node:fs";
import { mkdir, readdir, rm, stat } from "node:fs/promises";
import { hostname } from "node:os";
import { join } from "node:path";
import { Readable } from "node:stream";
import { pipeline } from "node:stream/promises";
import { newId } from "../db/ids.ts";
import { codeOf } from "../error-code.ts";
import { type Failure, fail } from "../fail.ts";

// Process ids are unique only per machine, and often equal in containers.
const host = hostname().replace(/[^\w-]/g, "_");
const abandonedAfterMs = 24 * 60 * 60 * 1000;

/** Returns a new path in this process's scratch folder; the caller removes what it creates there. */
export function scratchPath(dataDir: string): string {
  return join(dataDir, "tmp", `${host}.${process.pid}`, newId());
}

/** Removes scratch files of killed processes; call it before creating any. */
export async function clearScratch(dataDir: string): Promise<void> {
  const folder = join(dataDir, "tmp");
  await mkdir(folder, { recursive: true, mode: 0o700 });
  for (const name of await readdir(folder)) {
    if (await isAbandoned(folder, name)) await rm(join(folder, name), { recursive: true, force: true });
  }
}

async function isAbandoned(folder: string, name: string): Promise<boolean> {
  if (name.startsWith(`${host}.`)) {
    const pid = Number(name.slice(host.length + 1));
    // Our own id means an earlier process.
    return pid === process.pid || !isAlive(pid);
  }
  // A process on another machine cannot be checked, but no work takes a day.
  const found = await stat(join(folder, name)).catch(() => undefined);
  return found !== undefined && Date.now() - found.mtimeMs > abandonedAfterMs;
}

function isAlive(pid: number): boolean {
  try {
    process.kill(pid, 0);
    return true;
  } catch (error) {
    // A process that we may not signal exists.
    return codeOf(error) === "EPERM";
  }
}

const requestTooLarge = () => fail("request_too_large");

/** Writes a request's body of at most `maxBytes` to a file, passing each piece to `onPiece`. */
export async function spoolBody(
  body: AsyncIterable<Buffer>,
  path: string,
  maxBytes: number,
  onPiece: (piece: Buffer) => void = () => undefined,
  tooLarge: () => Failure = requestTooLarge,
): Promise<void> {
  // The sender must get a response in any case, and destroying the body would close the connection.
  const pieces = body instanceof Readable ? body.iterator({ destroyOnReturn: false }) : body;
  async function* counted() {
    let size = 0;
    for await (const piece of pieces) {
      size += piece.length;
      if (size > maxBytes) throw tooLarge();
      onPiece(piece);
      yield piece;
    }
  }
  await pipeline(counted, createWriteStream(path, { flags: "wx", mode: 0o600 }));
}
