import pg from "pg";

/** Rows of a table, as JSON. */
export type Row = Record<string, unknown>;
export type Rows = Map<string, Row[]>;

/** Enough to contain each kind of row of a table. */
const mostRows = 40;

/** Reads some rows of each table as the test run's superuser, of one store where the table has stores. */
export async function sampleRows(superuser: pg.Client, tenantId: string): Promise<Rows> {
  const rows: Rows = new Map();
  for (const { name, key } of await tables(superuser)) {
    const where = key && `where ${key.replace("$", `'${tenantId}'`)}`;
    const { rows: found } = await superuser.query<{ row: Row }>(
      `select jsonb_strip_nulls(to_jsonb(t)) as row from ${pg.escapeIdentifier(name)} t ${where} order by t.* limit ${mostRows}`,
    );
    rows.set(
      name,
      found.map(({ row }) => row),
    );
  }
  return rows;
}

/** Lists the tables with the condition that finds a store's rows, or an empty one if the rows belong to no store. */
async function tables(client: pg.Client): Promise<{ name: string; key: string }[]> {
  const { rows } = await client.query<{ name: string; key: string }>(`
    select relname as name, case
      when relname = 'clients' then 'id = $'
      when 'client_id' = any (columns) then 'client_id = $'
      when 'user_id' = any (columns) then 'user_id in (select id from identities where client_id = $)'
      else '' end as key
    from pg_class c, lateral (select array_agg(attname::text) as columns from pg_attribute where attrelid = c.oid) a
    where relnamespace = 'public'::regnamespace and relkind in ('r', 'p') and relname !~ '^schema_' order by 1`);
  return rows;
}
