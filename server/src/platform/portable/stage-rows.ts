import { isDeepStrictEqual } from "node:util";
import type pg from "pg";
import type { Content } from "../backup/backup-format.ts";
import { copyIn } from "../backup/copy-stream.ts";
import { measuring } from "../backup/measure.ts";
import type { CheckedExport } from "./check-export.ts";
import { asLines } from "./portable-tables.ts";
import { bytesIn } from "./read-folder.ts";

/** Where the rows of one file lie until they are put into their table, in the owner's transaction. */
export const stagedRows = "pg_temp.staged_rows";

const createSql = `create temporary table if not exists staged_rows
  (number bigint generated always as identity, line json not null) on commit drop; truncate ${stagedRows} restart identity`;

/**
 * Reads the lines of a file into `stagedRows`, as the database understands JSON, and throws where one has other columns than these, in
 * another order, or twice. What was measured before has to be what is read now.
 */
export async function stageRows(
  owner: pg.Client,
  { folder }: Pick<CheckedExport, "folder">,
  { path, content, columns }: { path: string; content: Content; columns: readonly string[] },
): Promise<void> {
  await owner.query(createSql);
  const { through, whole } = measuring();
  await copyIn(owner, `copy ${stagedRows} (line) from stdin with ${asLines}`, through(bytesIn(folder, path)));
  if (!isDeepStrictEqual(whole(), content)) throw new Error(`${path} was changed meanwhile`);
  const { rows } = await owner.query<{ count: string; odd: string | null }>(
    `select count(*), min(number) filter (where array(select json_object_keys(line)) is distinct from $1::text[]) as odd from ${stagedRows}`,
    [columns],
  );
  const [{ count, odd } = { count: "0", odd: null }] = rows;
  if (odd !== null) throw new Error(`line ${odd} of ${path} has not the columns of the table`);
  if (Number(count) !== content.rows) throw new Error(`${path} has not as many rows as lines`);
}
