import pg from "pg";
import { openTables } from "./open-tables.ts";
import { readTables } from "./tables.ts";

/** Tables among these of which columns or indexes hold what functions have computed, with the columns that are given to them. */
const computedSql = `
  select c.relname as name, array_agg(a.attname::text) as given
  from pg_class c join pg_attribute a on a.attrelid = c.oid and a.attnum > 0 and not a.attisdropped
    and a.attgenerated = '' and a.attidentity = ''
  where c.relnamespace = 'public'::regnamespace and c.relname = any ($1) and (
    exists (select from pg_attribute g where g.attrelid = c.oid and g.attgenerated = 's')
    or exists (select from pg_index i where i.indrelid = c.oid and (i.indexprs is not null or i.indpred is not null)))
  group by c.relname`;

/**
 * Computes anew what the functions of an earlier version have computed while rows of such a version were put in, in the owner's
 * transaction and without triggers: nothing has changed for anybody.
 */
export async function computeAnew(owner: pg.ClientBase): Promise<void> {
  const all = (await readTables(owner)).map(({ name }) => name);
  const { rows: tables } = await owner.query<{ name: string; given: string[] }>(computedSql, [all]);
  const close = await openTables(
    owner,
    tables.map(({ name }) => name),
  );
  for (const { name, given } of tables) {
    const table = pg.escapeIdentifier(name);
    // All of them, because a column is computed where one is set that it depends on.
    const same = given.map((column) => `${pg.escapeIdentifier(column)} = ${pg.escapeIdentifier(column)}`);
    await owner.query(`update ${table} set ${same.join(", ")}`);
    await owner.query(`reindex table ${table}`);
  }
  await close();
}
