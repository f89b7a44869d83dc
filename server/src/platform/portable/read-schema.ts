import type pg from "pg";
import type { Manifest } from "./portable-format.ts";

/** What a database's tables and functions are, in a checksum: rows, and what is computed of them, mean the same where it is the same. */
export async function readSchema(owner: pg.ClientBase): Promise<Manifest["schema"]> {
  const { rows } = await owner.query<Manifest["schema"]>(`
    select (select name from schema_migrations order by name collate "C" desc limit 1) as migration,
      encode(sha256(convert_to(string_agg(part, chr(10) order by part collate "C"), 'UTF8')), 'hex') as sha256
    from (select name || ' ' || sha256 as part from schema_migrations
      union all select file || ' ' || sha256 from schema_functions) as parts`);
  const [schema] = rows;
  if (!schema) throw new Error("An aggregate has one row");
  return schema;
}
