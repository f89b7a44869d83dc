import { CompiledQuery } from "kysely";

/** A statement as it is written; what its rows are only its author knows. */
export function rawQuery<Row>(text: string, parameters: unknown[] = []): CompiledQuery<Row> {
  return CompiledQuery.raw(text, parameters) as CompiledQuery<Row>;
}
