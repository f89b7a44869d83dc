import { constants } from "node:fs";
import { type FileHandle, open, opendir } from "node:fs/promises";
import { join } from "node:path";
import { codeOf, reasonOf } from "../error-code.ts";

const readSize = 256 * 1024;
/** Also where a file seems to be over, as it may have grown meanwhile. */
const leastRoom = 1024;
/** A link is not followed, and a pipe is not waited for. */
const plainly = constants.O_RDONLY | (constants.O_NOFOLLOW ?? 0) | (constants.O_NONBLOCK ?? 0);

/** The bytes of a file of a folder; throws where it is no plain file. */
export async function* bytesIn(folder: string, path: string): AsyncGenerator<Buffer> {
  await using file = await openPlain(folder, path);
  const about = await file.stat();
  if (!about.isFile()) throw new Error(`${path} is no file`);
  for (let left = about.size; ; ) {
    // Most files are mails of a few kB: room for 256 in each would be all that is done with the memory.
    const room = Math.min(readSize, Math.max(left, 0) + leastRoom);
    const { buffer, bytesRead } = await file.read(Buffer.allocUnsafe(room), 0, room, null);
    if (bytesRead === 0) return;
    left -= bytesRead;
    yield buffer.subarray(0, bytesRead);
  }
}

async function openPlain(folder: string, path: string): Promise<FileHandle> {
  try {
    return await open(join(folder, path), plainly);
  } catch (error) {
    if (codeOf(error) === "ENOENT") throw new Error(`${path} is missing`, { cause: error });
    throw new Error(`${path} cannot be read (${reasonOf(error)})`, { cause: error });
  }
}

/** All of a file that has at most so many bytes. */
export async function readSmall(folder: string, path: string, most: number): Promise<Buffer> {
  const chunks: Buffer[] = [];
  let size = 0;
  for await (const chunk of bytesIn(folder, path)) {
    size += chunk.length;
    if (size > most) throw new Error(`${path} is too large`);
    chunks.push(chunk);
  }
  return Buffer.concat(chunks);
}

/** What systems put into folders that somebody looks at. */
const ofSystems = [".DS_Store", "Thumbs.db"];

/** How many files lie in a folder and those in it, but for those of systems; throws for what is neither, such as a link. */
export async function countFiles(folder: string): Promise<number> {
  let count = 0;
  for await (const entry of await opendir(folder, { recursive: true })) {
    if (entry.isFile()) count += ofSystems.includes(entry.name) ? 0 : 1;
    else if (!entry.isDirectory()) throw new Error(`${entry.name} is no file`);
  }
  return count;
}

const lineEnd = 0x0a;

/** The lines of a text; throws for one that is longer than any may be. */
export async function* linesOf(source: AsyncIterable<Uint8Array>, mostBytes: number): AsyncGenerator<string> {
  let held = Buffer.alloc(0);
  for await (const chunk of source) {
    held = Buffer.concat([held, chunk]);
    let from = 0;
    for (let at = held.indexOf(lineEnd); at !== -1; at = held.indexOf(lineEnd, from)) {
      yield held.toString("utf8", from, at);
      from = at + 1;
    }
    held = held.subarray(from);
    if (held.length > mostBytes) throw new Error("a line is too long");
  }
  if (held.length > 0) throw new Error("its last line has no end");
}

/** Passes a source on; throws for a line that is longer than any may be. */
export async function* inLines(source: AsyncIterable<Uint8Array>, mostBytes: number): AsyncGenerator<Uint8Array> {
  let length = 0;
  for await (const chunk of source) {
    const first = chunk.indexOf(lineEnd);
    length = first === -1 ? length + chunk.length : chunk.length - chunk.lastIndexOf(lineEnd) - 1;
    if (length > mostBytes) throw new Error("a line is longer than any row");
    yield chunk;
  }
}
