import type pg from "pg";

type Tables = { files: Map<string, string>; indexes: Map<string, string> };

/**
 * Notes the tables that exist; the returned function lists those that were since locked for as long as their size takes:
 * rewritten, or indexed while nobody could write.
 */
export async function watchLongLocks(client: pg.Client): Promise<(isConcurrent: boolean) => Promise<string[]>> {
  const before = await readTables(client);
  return async (isConcurrent) => {
    const after = await readTables(client);
    const isOld = (table = "") => before.files.has(table);
    const rewritten = [...after.files].filter(([table, file]) => isOld(table) && before.files.get(table) !== file);
    const indexed = [...after.indexes].filter(([id, index]) => !before.indexes.has(id) && isOld(index.split(".")[0]));
    return [
      ...rewritten.map(([table]) => `writes ${table} anew`),
      ...(isConcurrent ? [] : indexed.map(([, index]) => `holds up who writes while it builds ${index}`)),
    ].sort();
  };
}

async function readTables(client: pg.Client): Promise<Tables> {
  const { rows } = await client.query<{ name: string; file: string }>(
    "select relname as name, relfilenode::text as file from pg_class where relkind = 'r' and relnamespace = 'public'::regnamespace",
  );
  // Compares ids, not names: an index is often replaced by a new one with its old name.
  const { rows: indexes } = await client.query<{ id: string; name: string }>(
    `select indexrelid::text as id, format('%s.%s', indrelid::regclass, indexrelid::regclass) as name
     from pg_index join pg_class on pg_class.oid = indexrelid where relnamespace = 'public'::regnamespace`,
  );
  return {
    files: new Map(rows.map(({ name, file }) => [name, file])),
    indexes: new Map(indexes.map(({ id, name }) => [id, name])),
  };
}
