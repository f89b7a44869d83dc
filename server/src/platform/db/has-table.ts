import type pg from "pg";

/** Whether the installation's schema has a table: on a database that was never prepared there is none. */
export async function hasTable(owner: pg.ClientBase, name: string): Promise<boolean> {
  const { rows } = await owner.query("select from pg_class where oid = to_regclass($1)", [`public.${name}`]);
  return rows.length > 0;
}
