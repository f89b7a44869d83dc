import { constants } from "node:fs";
import { type FileHandle, mkdir, open, opendir, rename, rm } from "node:fs/promises";
import { dirname, join } from "node:path";
import { type Content, measuring } from "../backup/backup-format.ts";
import { codeOf, isNoRoom, reasonOf } from "../error-code.ts";
import { cannotWrite, refuseTakenName, syncFolder } from "../storage/write-durably.ts";

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

type Pieces = AsyncIterable<Uint8Array> | Iterable<Uint8Array>;
/** Adds a file and returns its size and checksum. */
export type AddFile = (path: string, source: Pieces) => Promise<Content>;

/**
 * Writes a folder that only we may read. It has the suffix `.partial` until it is complete and on the disk; a failed
 * one is removed. An existing path of that name stays, and so does another writer's partial folder.
 */
export async function writeNewFolder(path: string, write: (add: AddFile) => Promise<void>): Promise<void> {
  await refuseTakenName(path);
  const partial = `${path}.partial`;
  await makeNew(partial);
  try {
    const folders = new Set([partial]);
    await write(async (name, source) => {
      const file = join(partial, name);
      if (!folders.has(dirname(file))) await mkdir(dirname(file), { recursive: true, mode: 0o700 });
      folders.add(dirname(file));
      return addFile(file, source);
    });
    for (const folder of folders) await syncFolder(folder);
    await refuseTakenName(path);
    await rename(partial, path);
  } catch (error) {
    await rm(partial, { recursive: true, force: true });
    if (!isNoRoom(error)) throw error;
    throw new Error(`There is no room for ${path} (${reasonOf(error)}): nothing of it is left`, { cause: error });
  }
  await syncFolder(dirname(path));
}

async function addFile(path: string, source: Pieces): Promise<Content> {
  const file = await open(path, "wx", 0o600);
  try {
    const { through, whole } = measuring();
    await writeAll(file, through(source));
    await file.sync();
    return whole();
  } finally {
    await file.close();
  }
}

async function writeAll(file: FileHandle, source: AsyncIterable<Uint8Array>): Promise<void> {
  for await (const chunk of source) {
    for (let at = 0; at < chunk.length; ) at += (await file.write(chunk, at)).bytesWritten;
  }
}

async function makeNew(partial: string): Promise<void> {
  try {
    await mkdir(partial, { mode: 0o700 });
  } catch (error) {
    if (codeOf(error) === "EEXIST")
      throw new Error(`${partial} is there: another export is writing it, or one was killed; then remove it`);
    throw cannotWrite(partial, error);
  }
}
