import { createHash } from "node:crypto";
import { readdir, readFile } from "node:fs/promises";

/** A file of SQL statements. */
export interface SqlFile {
  readonly name: string;
  readonly sql: string;
  readonly sha256: string;
}

/** The `.sql` files of a folder and of those in it, in the order of their names, which say nothing of the folder that a file is in. */
export async function readSqlFiles(folder: URL): Promise<SqlFile[]> {
  const entries = await readdir(folder, { withFileTypes: true, recursive: true });
  const files = entries
    .filter((entry) => entry.isFile() && entry.name.endsWith(".sql"))
    .sort((a, b) => (a.name < b.name ? -1 : 1));
  return Promise.all(
    files.map(async ({ name, parentPath }) => {
      const sql = await readFile(`${parentPath}/${name}`, "utf8");
      return { name, sql, sha256: createHash("sha256").update(sql).digest("hex") };
    }),
  );
}
