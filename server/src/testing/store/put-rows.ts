import type pg from "pg";
import type { Row, Rows } from "./sample-rows.ts";

type Blank = string | number | boolean | Record<string, never>;
/** The columns of a table in this version; `blanks` fills those that need a value, `refers` names the tables its keys refer to. */
type Shape = { name: string; columns: string[]; blanks: Record<string, Blank>; refers: string[] };

/**
 * Inserts the rows of each table that fit, and returns the reason for each that does not. Those with the same columns go in
 * together, and one by one only if one of them does not fit.
 */
const putSql = `
  create or replace function pg_temp.put_rows(given jsonb) returns table (name text, taken int, refused text[])
    language plpgsql as $$
  declare
    one record;
    alike record;
    single jsonb;
    put text := 'insert into %1$I (%2$s) select %2$s from jsonb_populate_recordset(null::%1$I, $1) on conflict do nothing';
  begin
    for one in select * from jsonb_to_recordset(given) as t (name text, columns text[], rows jsonb) loop
      name := one.name;
      taken := 0;
      refused := '{}';
      for alike in
        select listed, jsonb_agg(element) as rows from jsonb_array_elements(one.rows) element,
          lateral (select string_agg(quote_ident(c), ', ') as listed from unnest(one.columns) c where element ? c) as columns
        group by listed loop
        begin
          execute format(put, one.name, alike.listed) using alike.rows;
          taken := taken + jsonb_array_length(alike.rows);
        exception when others then
          for single in select jsonb_array_elements(alike.rows) loop
            begin
              execute format(put, one.name, alike.listed) using jsonb_build_array(single);
              taken := taken + 1;
            exception when others then
              refused := refused || (single ->> 'put_rows_at' || ' ' || sqlerrm);
            end;
          end loop;
        end;
      end loop;
      return next;
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
  const shapes = referredFirst(await readShapes(superuser));
  const put: Put = { taken: new Map(), refused: new Map() };
  let waiting = new Map(shapes.map((shape) => [shape.name, rows.get(shape.name) ?? []]));
  // Tries again while that helps: a row that refers to another fits only after it.
  for (let left = Number.POSITIVE_INFINITY; left > 0; ) {
    const given = shapes
      .map(({ name, columns, blanks }) => {
        const numbered = (waiting.get(name) ?? []).map((row, at) => ({ ...blanks, ...row, put_rows_at: at }));
        return { name, columns, rows: numbered };
      })
      .filter((table) => table.rows.length > 0);
    const { rows: results } = await superuser.query<{ name: string; taken: number; refused: string[] }>(
      "select * from pg_temp.put_rows($1)",
      [JSON.stringify(given)],
    );
    const next = new Map<string, Row[]>();
    for (const { name, taken, refused } of results) {
      put.taken.set(name, (put.taken.get(name) ?? 0) + taken);
      put.refused.set(name, refused);
      const numbers = new Set(refused.map((reason) => Number.parseInt(reason, 10)));
      next.set(
        name,
        (waiting.get(name) ?? []).filter((_, at) => numbers.has(at)),
      );
    }
    const still = [...next.values()].reduce((sum, { length }) => sum + length, 0);
    if (still === left) break;
    [left, waiting] = [still, next];
  }
  return put;
}

/** Sorts tables so that each follows those that its keys refer to, as far as these do not refer to each other. */
function referredFirst(shapes: Shape[]): Shape[] {
  const sorted: Shape[] = [];
  const left = new Map(shapes.map((shape) => [shape.name, shape]));
  while (left.size > 0) {
    const free = [...left.values()].filter(({ refers }) => !refers.some((name) => left.has(name)));
    for (const shape of free.length > 0 ? free : left.values()) {
      left.delete(shape.name);
      sorted.push(shape);
    }
  }
  return sorted;
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
  const { rows } = await client.query<{
    name: string;
    columns: string[];
    needed: Record<string, string>;
    refers: string[];
  }>(`
    select c.relname as name, array_agg(a.attname::text) as columns,
      coalesce(jsonb_object_agg(a.attname, format_type(a.atttypid, null)) filter (where a.attnotnull and not a.atthasdef), '{}') as needed,
      array(select f.relname::text from pg_constraint k join pg_class f on f.oid = k.confrelid
        where k.contype = 'f' and k.conrelid = c.oid and k.confrelid <> c.oid) as refers
    from pg_class c join pg_attribute a on a.attrelid = c.oid and a.attnum > 0 and not a.attisdropped
    where c.relnamespace = 'public'::regnamespace and c.relkind in ('r', 'p') and c.relname !~ '^schema_'
      and a.attgenerated = '' and a.attidentity = ''
    group by c.oid, c.relname order by 1`);
  return rows.map(({ name, columns, needed, refers }) => {
    const blanks = Object.entries(needed).flatMap(([column, type]) => {
      const blank = blankOf[type.replace(/\(\d+\)/, "")];
      return blank === undefined ? [] : [[column, blank] as const];
    });
    return { name, columns, blanks: Object.fromEntries(blanks), refers };
  });
}
