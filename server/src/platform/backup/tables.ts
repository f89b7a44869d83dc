import pg from "pg";
import { globalTables } from "../../../../db/global-tables.ts";
import { noTenant } from "../db/tenant.ts";

/** A table of the desk as its owner reads it whole. */
export type Table = {
  name: string;
  /** Without those that the database computes. */
  columns: string[];
  /** Its primary key as SQL, in an order that is the same on every server. */
  orderedBy: string[];
  /** Whether the owner sees only one tenant's rows at a time. */
  isClosed: boolean;
};

/** What each database has of its own. */
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
 * Every table of the desk, those of tenants and those that have none, or the ones of these names; none that somebody has put beside
 * them. Throws for one that could not be read whole.
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

/** Names as SQL takes them. */
export function namesOf(columns: readonly string[]): string {
  return columns.map((column) => pg.escapeIdentifier(column)).join(", ");
}

/** So that the same values have the same text, whatever the server's and the role's settings are. */
export const plainTexts = `set local timezone = 'UTC'; set local datestyle = 'ISO, YMD'; set local intervalstyle = 'postgres';
  set local bytea_output = 'hex'; set local extra_float_digits = 1; set local statement_timeout = 0;
  set local idle_in_transaction_session_timeout = 0; set local app.client_id = '${noTenant}'`;

/** The statement that gives a table's rows, or those of one tenant, in their order. */
export function copySql({ name, columns, orderedBy }: Table, tenantId: string | null = null): string {
  const from = `select ${namesOf(columns)} from ${pg.escapeIdentifier(name)}`;
  const order = `order by ${orderedBy.join(", ")}`;
  if (tenantId === null) return `copy (${from} ${order}) to stdout`;
  const tenant = pg.escapeLiteral(tenantId);
  return `set local app.client_id = ${tenant}; copy (${from} where client_id = ${tenant} ${order}) to stdout`;
}
