import type pg from "pg";
import { nameToSave } from "../storage/safe-filename.ts";

/** Where the names of files stand that people get. */
const columns = [
  ["ticket_attachments", "filename"],
  ["uploads", "filename"],
  ["knowledge_articles", "file_name"],
  ["knowledge_versions", "file_name"],
  ["knowledge_uploads", "file_name"],
] as const;

/** What no name has that came in by a mail or an upload: a path, a control character, a dot at its beginning. */
const odd = "[/\\\\[:cntrl:]]|^\\.";

/** Makes the names of an imported store's files safe to save, as those of mails and uploads are: an export may be made by hand. */
export async function mendFilenames(owner: pg.Client): Promise<void> {
  for (const [table, column] of columns) {
    const { rows } = await owner.query<{ name: string }>(
      `select distinct ${column} as name from ${table} where ${column} ~ $1`,
      [odd],
    );
    for (const { name } of rows)
      await owner.query(`update ${table} set ${column} = $2 where ${column} = $1`, [name, nameToSave(name)]);
  }
}
