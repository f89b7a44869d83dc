import type pg from "pg";

type Tables = { files: Map<string, string>; indexes: Set<string> };

/**
 * Looks at the tables there are; what is given finds out which of them were held since for as long as they are large: written anew,
 * or indexed while nobody could write.
 */
export async function watchLongLocks(client: pg.Client): Promise<(isConcurrent: boolean) => Promise<string[]>> {
  const before = await readTables(client);
  return async (isConcurrent) => {
    const after = await readTables(client);
    const isOld = (table = "") => before.files.has(table);
    const rewritten = [...after.files].filter(([table, file]) => isOld(table) && before.files.get(table) !== file);
    const indexed = [...after.indexes].filter((index) => !before.indexes.has(index) && isOld(index.split(".")[0]));
    return [
      ...rewritten.map(([table]) => `writes ${table} anew`),
      ...(isConcurrent ? [] : indexed.map((index) => `holds up who writes while it builds ${index}`)),
    ].sort();
  };
}

async function readTables(client: pg.Client): Promise<Tables> {
  const { rows } = await client.query<{ name: string; file: string }>(
    "select relname as name, relfilenode::text as file from pg_class where relkind = 'r' and relnamespace = 'public'::regnamespace",
  );
  const { rows: indexes } = await client.query<{ name: string }>(
    "select tablename || '.' || indexname as name from pg_indexes where schemaname = 'public'",
  );
  return {
    files: new Map(rows.map(({ name, file }) => [name, file])),
    indexes: new Set(indexes.map(({ name }) => name)),
  };
}
