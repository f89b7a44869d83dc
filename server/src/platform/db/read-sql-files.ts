import { createHash } from "node:crypto";
import { readdir, readFile } from "node:fs/promises";

export interface SqlFile {
  readonly name: string;
  readonly sql: string;
  readonly sha256: string;
}

/** Reads a folder's `.sql` files in the order of their names. */
export async function readSqlFiles(folder: URL): Promise<SqlFile[]> {
  const names = (await readdir(folder)).filter((name) => name.endsWith(".sql")).sort();
  return Promise.all(
    names.map(async (name) => {
      const sql = await readFile(new URL(name, folder), "utf8");
      return { name, sql, sha256: createHash("sha256").update(sql).digest("hex") };
    }),
  );
}
