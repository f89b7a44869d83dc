import { type AliasedRawBuilder, sql } from "kysely";

/** The columns of rows that are given, each with PostgreSQL's type: `{ id: "uuid", price: "numeric" }`. */
type Columns = Readonly<Record<string, string>>;
/** A value for each column, as JSON can say it: an amount with all its digits is a string. */
export type GivenRow<C extends Columns> = { [Name in keyof C]: unknown };

/**
 * Rows to select from, as `given`, with all of their values in one parameter: a statement has the same text for any number of
 * them and is prepared once.
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
