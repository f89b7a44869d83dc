import { type AliasedRawBuilder, sql } from "kysely";

/** The columns of the given rows with their PostgreSQL types: `{ id: "uuid", price: "numeric" }`. */
type Columns = Readonly<Record<string, string>>;
/** A JSON value for each column; amounts are strings to keep all digits. */
export type GivenRow<C extends Columns> = { [Name in keyof C]: unknown };

/**
 * Rows to select from, as `given`, with all values in one parameter. The statement's text is the same for any number of
 * rows, so it is prepared once.
 */
export function givenRows<C extends Columns>(
  columns: C,
  rows: readonly GivenRow<C>[],
): AliasedRawBuilder<GivenRow<C>, "given"> {
  const names = Object.keys(columns);
  const values = rows.map((row) => Object.fromEntries(names.map((name) => [name, row[name]])));
  const list = Object.entries(columns).map(([name, type]) => sql`${sql.ref(name)} ${sql.raw(type)}`);
  return sql<GivenRow<C>>`jsonb_to_recordset(${JSON.stringify(values)}::jsonb)`.as<"given">(
    sql`given (${sql.join(list)})`,
  );
}
