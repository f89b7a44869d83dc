import pg from "pg";

/** Takes the indexes of these tables away, but for those of constraints, and returns the statements that build them again. */
export async function dropIndexes(client: pg.Client, tables: readonly string[]): Promise<string[]> {
  const { rows } = await client.query<{ indexname: string; definition: string }>(
    `select indexname, concat_ws('; ', indexdef, (
         select string_agg(format('alter index %I alter column %s set statistics %s', indexname, attnum, attstattarget), '; ')
         from pg_attribute where attrelid = quote_ident(indexname)::regclass and attstattarget >= 0)) as definition
     from pg_indexes where schemaname = 'public' and tablename = any ($1)
       and not exists (select from pg_constraint where conindid = quote_ident(indexname)::regclass)`,
    [tables],
  );
  for (const { indexname } of rows) await client.query(`drop index ${pg.escapeIdentifier(indexname)}`);
  return rows.map(({ definition }) => definition);
}
