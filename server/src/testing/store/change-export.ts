import { createHash } from "node:crypto";
import { mkdir, readdir, readFile, writeFile } from "node:fs/promises";
import { dirname, join } from "node:path";
import type { Manifest } from "../../platform/portable/portable-format.ts";

/** A change to the export at a path. */
export type Change = (path: string) => Promise<unknown>;

const sha256 = (bytes: Buffer) => createHash("sha256").update(bytes).digest("hex");

/** Updates the counts and checksums of a changed export, as a forger would. */
export async function sumUpAnew(path: string): Promise<void> {
  const entries = await readdir(path, { recursive: true, withFileTypes: true });
  const names = entries
    .filter((entry) => entry.isFile())
    .map((entry) => join(entry.parentPath, entry.name).slice(path.length + 1));
  const manifest: Manifest = JSON.parse(await readFile(join(path, "manifest.json"), "utf8"));
  const [sums, counts] = [[] as string[], { files: { count: 0, bytes: 0 }, mails: { count: 0, bytes: 0 } }];
  for (const name of names.filter((file) => !["manifest.json", "SHA256SUMS"].includes(file)).sort()) {
    const bytes = await readFile(join(path, name));
    sums.push(`${sha256(bytes)}  ${name}\n`);
    const [kind = "", table = ""] = name.split(/[/.]/);
    if (kind === "files" || kind === "mails") {
      counts[kind].count += 1;
      counts[kind].bytes += bytes.length;
    }
    const rows = kind === "jobs" ? manifest.jobs : kind === "tables" ? manifest.tables[table] : undefined;
    if (rows)
      Object.assign(rows, {
        bytes: bytes.length,
        rows: bytes.toString().split("\n").length - 1,
        sha256: sha256(bytes),
      });
  }
  Object.assign(manifest, counts, { checksums: sha256(Buffer.from(sums.join(""))) });
  await writeFile(join(path, "SHA256SUMS"), sums.join(""));
  await writeFile(join(path, "manifest.json"), JSON.stringify(manifest));
}

export type Row = Record<string, unknown>;
/** Changes the rows of a table; a string replaces the whole line. */
export const changeRows =
  (table: string, change: (all: Row[]) => unknown[]): Change =>
  async (path) => {
    const file = join(path, `tables/${table}.jsonl`);
    const all = (await readFile(file, "utf8"))
      .split("\n")
      .slice(0, -1)
      .map((line) => JSON.parse(line) as Row);
    await writeFile(
      file,
      change(all)
        .map((row) => `${typeof row === "string" ? row : JSON.stringify(row)}\n`)
        .join(""),
    );
  };
export const changeManifest =
  (change: (manifest: Manifest) => unknown): Change =>
  async (path) => {
    const file = join(path, "manifest.json");
    const read: Manifest = JSON.parse(await readFile(file, "utf8"));
    change(read);
    await writeFile(file, JSON.stringify(read));
  };
/** Adds a file to the export. */
export const add =
  (name: string, content = "x"): Change =>
  async (path) => {
    await mkdir(dirname(join(path, name)), { recursive: true });
    await writeFile(join(path, name), content);
  };
/** Makes this the only job that waits in the export. */
export const addJob = (queue: string): Change =>
  add("jobs.jsonl", `${JSON.stringify({ queue, payload: {}, startAfter: "2026-01-01T00:00:00Z" })}\n`);
/** Returns the path of any one file of a folder of the export. */
export const oneOf = async (path: string, within: string) => {
  const names = await readdir(join(path, within), { recursive: true, withFileTypes: true });
  const entry = names.find((found) => found.isFile());
  return join(entry?.parentPath ?? "", entry?.name ?? "");
};
