import pg from "pg";
import { globalTables } from "../../../../db/global-tables.ts";
import { noTenant } from "../db/tenant.ts";

/** A table as its owner reads it whole. */
export type Table = {
  name: string;
  /** Without generated columns. */
  columns: string[];
  /** The primary key as SQL, in an order that is the same on every server. */
  orderedBy: string[];
  /** Whether the owner sees only one tenant's rows at a time. */
  isClosed: boolean;
};

/** These belong to each database alone. */
const notCopied = ["schema_migrations", "schema_functions"];
const copiedGlobals = Object.keys(globalTables).filter((name) => !notCopied.includes(name));

const tablesSql = `
  select c.relname as name,
    (select array_agg(a.attname::text order by a.attnum) from pg_attribute a
      where a.attrelid = c.oid and a.attnum > 0 and not a.attisdropped and a.attgenerated = '') as columns,
    (select array_agg(format('%I%s', a.attname, case when a.attcollation <> 0 then ' collate "C"' end) order by k.place)
      from pg_index i cross join unnest(i.indkey::int2[]) with ordinality as k (number, place)
      join pg_attribute a on a.attrelid = c.oid and a.attnum = k.number
      where i.indrelid = c.oid and i.indisprimary) as "orderedBy",
    c.relrowsecurity and not exists (
      select from pg_policy p where p.polrelid = c.oid and p.polcmd in ('r', '*')
        and (0 = any (p.polroles) or c.relowner = any (p.polroles)) and pg_get_expr(p.polqual, p.polrelid) = 'true') as "isClosed"
  from pg_class c
  where c.relnamespace = 'public'::regnamespace and c.relkind in ('r', 'p') and (c.relname = any ($1)
    or $2 and exists (select from pg_policy p where p.polrelid = c.oid and p.polname = 'tenant')) order by c.relname`;

/**
 * Reads every tenant table and copied global table, or those with these names; ignores tables that others put beside
 * them. Throws for a table that cannot be read whole.
 */
export async function readTables(owner: pg.ClientBase, names: readonly string[] | null = null): Promise<Table[]> {
  const { rows } = await owner.query<Omit<Table, "orderedBy"> & { orderedBy: string[] | null }>(tablesSql, [
    names ?? copiedGlobals,
    names === null,
  ]);
  return rows.map(({ orderedBy, ...table }) => {
    if (!orderedBy) throw new Error(`The table ${table.name} has no primary key: its rows have no order`);
    if (table.isClosed && !table.columns.includes("client_id"))
      throw new Error(`The owner cannot read all of the table ${table.name}: start this version of Deskhand first`);
    return { ...table, orderedBy };
  });
}

/** Quotes and joins column names for SQL. */
export function namesOf(columns: readonly string[]): string {
  return columns.map((column) => pg.escapeIdentifier(column)).join(", ");
}

/** Gives equal values equal text, whatever the settings of the server and the role. */
export const plainTexts = `set local timezone = 'UTC'; set local datestyle = 'ISO, YMD'; set local intervalstyle = 'postgres';
  set local bytea_output = 'hex'; set local extra_float_digits = 1; set local statement_timeout = 0;
  set local idle_in_transaction_session_timeout = 0; set local app.client_id = '${noTenant}'`;

/** Returns the statement that copies a table's rows, or one tenant's, in order. */
export function copySql({ name, columns, orderedBy }: Table, tenantId: string | null = null): string {
  const from = `select ${namesOf(columns)} from ${pg.escapeIdentifier(name)}`;
  const order = `order by ${orderedBy.join(", ")}`;
  if (tenantId === null) return `copy (${from} ${order}) to stdout`;
  const tenant = pg.escapeLiteral(tenantId);
  return `set local app.client_id = ${tenant}; copy (${from} where client_id = ${tenant} ${order}) to stdout`;
}
