import type pg from "pg";
import type { Row, Rows } from "./sample-rows.ts";

type Blank = string | number | boolean | Record<string, never>;
/** The columns of a table in this version; `blanks` fills those that need a value. */
type Shape = { name: string; columns: string[]; blanks: Record<string, Blank> };

/** Inserts rows one by one where they fit, and returns the reason for each that does not. */
const putSql = `
  create or replace function pg_temp.put_rows(target text, names text[], given jsonb, out taken int, out refused text[])
    language plpgsql as $$
  declare
    one jsonb;
    listed text;
    count int;
  begin
    taken := 0;
    refused := '{}';
    for one in select jsonb_array_elements(given) loop
      select string_agg(quote_ident(name), ', ') into listed from unnest(names) name where one ? name;
      begin
        execute format('insert into %I (%s) select %s from jsonb_populate_record(null::%I, $1) on conflict do nothing',
          target, listed, listed, target) using one;
        get diagnostics count = row_count;
        taken := taken + 1;
      exception when others then
        refused := refused || (one ->> 'put_rows_at' || ' ' || sqlerrm);
      end;
    end loop;
  end $$`;

/** By table, how many rows fitted, including those that existed already, and why others did not. */
export type Put = { taken: Map<string, number>; refused: Map<string, string[]> };

/**
 * Puts rows of the present version into the tables of an earlier one, as a store of that version would have them: columns that it
 * lacks are left out, those that it also needs get a blank, and its checks, keys and triggers decide what fits.
 */
export async function putRows(superuser: pg.Client, rows: Rows, tenantId: string): Promise<Put> {
  await superuser.query(putSql);
  await superuser.query("select set_config('app.client_id', $1, false)", [tenantId]);
  const shapes = await readShapes(superuser);
  const put: Put = { taken: new Map(), refused: new Map() };
  let waiting = new Map(shapes.map((shape) => [shape.name, rows.get(shape.name) ?? []]));
  // Tries again while that helps: a row that refers to another fits only after it.
  for (let left = Number.POSITIVE_INFINITY; left > 0; ) {
    const next = new Map<string, Row[]>();
    for (const shape of shapes) {
      const given = waiting.get(shape.name) ?? [];
      if (given.length === 0) continue;
      const numbered = given.map((row, at) => ({ ...shape.blanks, ...row, put_rows_at: at }));
      const { rows: results } = await superuser.query<{ taken: number; refused: string[] }>(
        "select * from pg_temp.put_rows($1, $2, $3)",
        [shape.name, shape.columns, JSON.stringify(numbered)],
      );
      const { taken = 0, refused = [] } = results[0] ?? {};
      put.taken.set(shape.name, (put.taken.get(shape.name) ?? 0) + taken);
      put.refused.set(shape.name, refused);
      next.set(
        shape.name,
        given.filter((_, at) => refused.some((reason) => reason.startsWith(`${at} `))),
      );
    }
    const still = [...next.values()].reduce((sum, { length }) => sum + length, 0);
    if (still === left) break;
    [left, waiting] = [still, next];
  }
  return put;
}

const blankOf: Record<string, Blank> = {
  boolean: false,
  integer: 0,
  bigint: 0,
  text: "",
  jsonb: {},
  "timestamp with time zone": "2026-01-01T00:00:00Z",
};

async function readShapes(client: pg.Client): Promise<Shape[]> {
  const { rows } = await client.query<{ name: string; columns: string[]; needed: Record<string, string> }>(`
    select c.relname as name, array_agg(a.attname::text) as columns,
      coalesce(jsonb_object_agg(a.attname, format_type(a.atttypid, null)) filter (where a.attnotnull and not a.atthasdef), '{}') as needed
    from pg_class c join pg_attribute a on a.attrelid = c.oid and a.attnum > 0 and not a.attisdropped
    where c.relnamespace = 'public'::regnamespace and c.relkind in ('r', 'p') and c.relname !~ '^schema_'
      and a.attgenerated = '' and a.attidentity = ''
    group by c.relname order by 1`);
  return rows.map(({ name, columns, needed }) => {
    const blanks = Object.entries(needed).flatMap(([column, type]) => {
      const blank = blankOf[type.replace(/\(\d+\)/, "")];
      return blank === undefined ? [] : [[column, blank] as const];
    });
    return { name, columns, blanks: Object.fromEntries(blanks) };
  });
}
