import { isDeepStrictEqual } from "node:util";
import { measure, measuring } from "../backup/backup-format.ts";
import { reasonOf } from "../error-code.ts";
import { bytesIn, countFiles, limitLines, linesOf, readSmall } from "./export-folder.ts";
import {
  checksumsPath,
  jobsPath,
  type Manifest,
  manifestPath,
  manifestSchema,
  readPath,
  tablePath,
} from "./portable-format.ts";

/** An export whose every byte was read and matches its checksums. */
export type CheckedExport = { folder: string; manifest: Manifest };

const mostOfManifest = 4 * 1024 * 1024;
const longestPath = 200;
/** A row contains a message or a resource, but no file. */
const longestRow = 64 * 1024 * 1024;

/** Reads a whole export. Throws one clear sentence if it is incomplete, changed or not an export. */
export async function checkExport(folder: string): Promise<CheckedExport> {
  const manifest = await readManifest(folder);
  try {
    await readAll(folder, manifest);
  } catch (error) {
    throw new Error(`The export is not whole or was changed, and nothing was imported: ${reasonOf(error)}`, {
      cause: error,
    });
  }
  return { folder, manifest };
}

async function readManifest(folder: string): Promise<Manifest> {
  let parsed: unknown;
  try {
    parsed = JSON.parse((await readSmall(folder, manifestPath, mostOfManifest)).toString());
  } catch (error) {
    throw new Error(`There is no export of Deskhand in ${folder}: ${reasonOf(error)}`, { cause: error });
  }
  const read = manifestSchema.safeParse(parsed);
  if (read.success) return read.data;
  const [issue] = read.error.issues;
  throw new Error(
    `This is no export in a form that this version of Deskhand knows: ${issue?.path.join(".")} in ${manifestPath}`,
  );
}

type Listed = { path: string; sha256: string };

/** Yields the files named by the checksums in the order of their paths; throws for duplicates and foreign paths. */
export async function* listedFiles({ folder, manifest }: CheckedExport): AsyncGenerator<Listed> {
  const { through, whole } = measuring();
  let before = "";
  for await (const line of linesOf(through(bytesIn(folder, checksumsPath)), longestPath)) {
    const [, sha256, path] = /^([0-9a-f]{64}) {2}([^\s]+)$/.exec(line) ?? [];
    if (!sha256 || !path || readPath(path) === undefined || path <= before)
      throw new Error(`${checksumsPath} has a line that is none of an export`);
    before = path;
    yield { path, sha256 };
  }
  if (whole().sha256 !== manifest.checksums) throw new Error(`${checksumsPath} is not what was written`);
}

async function readAll(folder: string, manifest: Manifest): Promise<void> {
  const rows = new Map(
    Object.entries(manifest.tables).map(([name, { columns: _, ...content }]) => [tablePath(name), content]),
  );
  rows.set(jobsPath, manifest.jobs);
  const found = { files: { count: 0, bytes: 0 }, mails: { count: 0, bytes: 0 } };
  let count = 0;
  for await (const { path, sha256 } of listedFiles({ folder, manifest })) {
    const content = await measure(inLinesOf(path, bytesIn(folder, path)));
    if (content.sha256 !== sha256) throw new Error(`${path} is not what was written`);
    count += 1;
    const kind = readPath(path)?.kind;
    if (kind) {
      found[kind].count += 1;
      found[kind].bytes += content.bytes;
      continue;
    }
    if (rows.has(path) && !isDeepStrictEqual(rows.get(path), content))
      throw new Error(`${path} is not what ${manifestPath} says`);
    if (!rows.delete(path) && path.endsWith(".jsonl")) throw new Error(`${manifestPath} does not know ${path}`);
  }
  for (const [path] of rows) throw new Error(`${path} is missing`);
  if (!isDeepStrictEqual(found, { files: manifest.files, mails: manifest.mails }))
    throw new Error(`there are not as many files and mails as ${manifestPath} says`);
  if ((await countFiles(folder)) !== count + 2) throw new Error("it has files that are none of its own");
}

function inLinesOf(path: string, source: AsyncIterable<Uint8Array>): AsyncIterable<Uint8Array> {
  return path.endsWith(".jsonl") ? limitLines(source, longestRow) : source;
}
