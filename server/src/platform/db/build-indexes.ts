import type pg from "pg";

const built = /^create (?:unique )?index concurrently (\w+) on /i;
const dropped = /^drop index concurrently if exists \w+$/i;

/**
 * Runs the statements of a migration that builds or drops indexes while others read and write their tables, which no transaction may
 * be around. An index that a kill left half built is built anew.
 */
export async function buildIndexes(client: pg.Client, sql: string): Promise<void> {
  const statements = sql
    .replace(/^\s*--.*$/gm, "")
    .split(";")
    .map((statement) => statement.trim())
    .filter(Boolean);
  const other = statements.find((statement) => !built.test(statement) && !dropped.test(statement));
  if (other) throw new Error(`it may only build and drop indexes concurrently, not ${other.split("\n")[0]}`);
  for (const statement of statements) {
    const name = built.exec(statement)?.[1];
    if (name && (await isBuilt(client, name))) continue;
    try {
      await client.query(statement);
    } catch (error) {
      // Left half built, a unique one would refuse what the processes of the version before write. Whoever is cut off from the database
      // leaves it to the next start.
      if (name) await client.query(`drop index concurrently if exists ${name}`).catch(() => undefined);
      throw error;
    }
  }
}

/** Whether an index is there and whole; one that is not whole is dropped. */
async function isBuilt(client: pg.Client, name: string): Promise<boolean> {
  const { rows } = await client.query<{ isWhole: boolean }>(
    `select indisvalid as "isWhole" from pg_index where indexrelid = to_regclass($1)`,
    [name],
  );
  const [found] = rows;
  if (found && !found.isWhole) await client.query(`drop index concurrently ${name}`);
  return found?.isWhole ?? false;
}
