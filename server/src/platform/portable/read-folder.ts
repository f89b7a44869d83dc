import { constants } from "node:fs";
import { type FileHandle, open, opendir } from "node:fs/promises";
import { join } from "node:path";
import { codeOf, reasonOf } from "../error-code.ts";

const readSize = 256 * 1024;
/** Read on at the expected end, as the file may have grown. */
const leastRoom = 1024;
/** Follows no link and blocks on no pipe. */
const openFlags = constants.O_RDONLY | (constants.O_NOFOLLOW ?? 0) | (constants.O_NONBLOCK ?? 0);

/** Reads a file in a folder; throws unless it is a regular file. */
export async function* bytesIn(folder: string, path: string): AsyncGenerator<Buffer> {
  await using file = await openPlain(folder, path);
  const stats = await file.stat();
  if (!stats.isFile()) throw new Error(`${path} is no file`);
  for (let left = stats.size; ; ) {
    // Most files are mails of a few kB, for which buffers of 256 kB would waste memory.
    const room = Math.min(readSize, Math.max(left, 0) + leastRoom);
    const { buffer, bytesRead } = await file.read(Buffer.allocUnsafe(room), 0, room, null);
    if (bytesRead === 0) return;
    left -= bytesRead;
    yield buffer.subarray(0, bytesRead);
  }
}

async function openPlain(folder: string, path: string): Promise<FileHandle> {
  try {
    return await open(join(folder, path), openFlags);
  } catch (error) {
    if (codeOf(error) === "ENOENT") throw new Error(`${path} is missing`, { cause: error });
    throw new Error(`${path} cannot be read (${reasonOf(error)})`, { cause: error });
  }
}

/** Reads a whole file; throws if it has more than `most` bytes. */
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

/** Files that operating systems add to folders. */
const systemFiles = [".DS_Store", "Thumbs.db"];

/** Counts the files in a folder and its subfolders except system files; throws for anything else, such as a link. */
export async function countFiles(folder: string): Promise<number> {
  let count = 0;
  for await (const entry of await opendir(folder, { recursive: true })) {
    if (entry.isFile()) count += systemFiles.includes(entry.name) ? 0 : 1;
    else if (!entry.isDirectory()) throw new Error(`${entry.name} is no file`);
  }
  return count;
}

const lineEnd = 0x0a;

/** Yields a text's lines; throws if one is too long. */
export async function* linesOf(source: AsyncIterable<Uint8Array>, mostBytes: number): AsyncGenerator<string> {
  let rest = Buffer.alloc(0);
  for await (const chunk of source) {
    rest = Buffer.concat([rest, chunk]);
    let from = 0;
    for (let at = rest.indexOf(lineEnd); at !== -1; at = rest.indexOf(lineEnd, from)) {
      yield rest.toString("utf8", from, at);
      from = at + 1;
    }
    rest = rest.subarray(from);
    if (rest.length > mostBytes) throw new Error("a line is too long");
  }
  if (rest.length > 0) throw new Error("its last line has no end");
}

/** Passes a source on; throws if a line is too long. */
export async function* limitLines(source: AsyncIterable<Uint8Array>, mostBytes: number): AsyncGenerator<Uint8Array> {
  let length = 0;
  for await (const chunk of source) {
    const first = chunk.indexOf(lineEnd);
    length = first === -1 ? length + chunk.length : chunk.length - chunk.lastIndexOf(lineEnd) - 1;
    if (length > mostBytes) throw new Error("a line is longer than any row");
    yield chunk;
  }
}
