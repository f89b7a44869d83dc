import type pg from "pg";

type Value = string | number | boolean | null;

/** Inserts rows by the thousand, with one array per column; `columns` has each type, in the order of the values. */
export async function insertRows(
  client: pg.ClientBase,
  table: string,
  columns: Record<string, string>,
  rows: Iterable<Value[]>,
): Promise<void> {
  const names = Object.keys(columns);
  const types = Object.values(columns);
  // A list of tags is sent as one text, because unnest would take apart a list of lists.
  const values = names.map((name, at) => (types[at] === "text[]" ? `string_to_array(${name}, ',')` : name));
  const arrays = types.map((type, at) => `$${at + 1}::${type === "text[]" ? "text" : type}[]`);
  const statement = `insert into ${table} (${names.join(", ")})
    select ${values.join(", ")} from unnest(${arrays.join(", ")}) as given (${names.join(", ")})`;
  let batch: Value[][] = names.map(() => []);
  let count = 0;
  const flush = async () => {
    if (count > 0) await client.query(statement, batch);
    batch = names.map(() => []);
    count = 0;
  };
  for (const row of rows) {
    for (const [at, value] of row.entries()) batch[at]?.push(value);
    count += 1;
    if (count === 4_000) await flush();
  }
  await flush();
}
