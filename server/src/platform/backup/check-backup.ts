import type { FileHandle } from "node:fs/promises";
import { isDeepStrictEqual } from "node:util";
import { reasonOf } from "../error-code.ts";
import {
  type Content,
  filePath,
  type Head,
  headPath,
  headSchema,
  type Manifest,
  manifestPath,
  manifestSchema,
  measure,
} from "./backup-format.ts";
import { unpack } from "./unpack.ts";

/** A backup whose every byte was read and matches its manifest. */
export type CheckedBackup = { head: Head; manifest: Manifest; files: ReadonlyMap<string, Buffer> };

/** No file of ours is larger. */
const mostInMemory = 16 * 1024 * 1024;

/** Reads a whole backup. Throws one clear sentence if it is incomplete, damaged or not a backup. */
export async function checkBackup(file: FileHandle): Promise<CheckedBackup> {
  try {
    return await readAll(file);
  } catch (error) {
    if (error instanceof UnknownBackup) throw new Error(error.message, { cause: error });
    throw new Error(`The backup is cut off or damaged, and nothing was restored: ${reasonOf(error)}`, { cause: error });
  }
}

class UnknownBackup extends Error {}

async function readAll(file: FileHandle): Promise<CheckedBackup> {
  const contents: Record<string, Content> = {};
  const files = new Map<string, Buffer>();
  let head: Head | undefined;
  let manifest: Manifest | undefined;
  try {
    for await (const { path, body } of unpack(file)) {
      if (!head && path !== headPath) throw new UnknownBackup("This is no backup of Deskhand");
      if (manifest || Object.hasOwn(contents, path)) throw new Error(`${path} is not where it belongs`);
      if (path === manifestPath) {
        manifest = readManifest(await readSmall(body));
        continue;
      }
      if (path !== headPath && !path.startsWith(filePath(""))) {
        contents[path] = await measure(body);
        continue;
      }
      const bytes = await readSmall(body);
      contents[path] = await measure([bytes]);
      if (path === headPath) head = readHead(bytes);
      else files.set(path.slice(filePath("").length), bytes);
    }
  } catch (error) {
    if (head || error instanceof UnknownBackup) throw error;
    throw new UnknownBackup(`This is no backup of Deskhand, or its beginning is damaged: ${reasonOf(error)}`);
  }
  if (!head) throw new UnknownBackup("This is no backup of Deskhand");
  if (!manifest) throw new Error("its end is missing");
  for (const path of new Set([...Object.keys(manifest.contents), ...Object.keys(contents)])) {
    if (!isDeepStrictEqual(contents[path], manifest.contents[path])) throw new Error(`${path} is not what was written`);
  }
  return { head, manifest, files };
}

function readManifest(bytes: Buffer): Manifest {
  const read = manifestSchema.safeParse(JSON.parse(bytes.toString()));
  if (read.success) return read.data;
  throw new Error(`${manifestPath} is not as it is written: ${read.error.issues[0]?.path.join(".")}`);
}

function readHead(bytes: Buffer): Head {
  const read = headSchema.safeParse(JSON.parse(bytes.toString()));
  if (read.success) return read.data;
  throw new UnknownBackup("This backup was made by another version of Deskhand, in a form that this one does not know");
}

async function readSmall(body: AsyncIterable<Uint8Array>): Promise<Buffer> {
  const chunks: Uint8Array[] = [];
  let size = 0;
  for await (const chunk of body) {
    chunks.push(chunk);
    size += chunk.length;
    if (size > mostInMemory) throw new Error("one of its small files is none");
  }
  return Buffer.concat(chunks);
}
