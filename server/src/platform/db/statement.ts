import { readFileSync } from "node:fs";
import { CompiledQuery, type RawBuilder } from "kysely";
import { compose } from "./compose.ts";

/**
 * A statement that is measured, read at start from a `.sql` file beside its domain, with its parameters by name (`:id`).
 * `written` are names whose SQL is written into the text instead of bound: what is the same for every call, so that
 * PostgreSQL plans with it and keeps the plan. What the rows are only the author knows.
 */
export function statement<Parameters extends Record<string, unknown>, Row>(
  file: URL,
  written: Readonly<Record<string, string | number | RawBuilder<unknown>>> = {},
): (parameters: Parameters) => CompiledQuery<Row> {
  const names: string[] = [];
  const text = readFileSync(file, "utf8")
    .replace(/^\s*--.*\n/gm, "")
    .replace(/(?<![:\w]):([a-z]\w*)/gi, (_, name: string) => {
      const given = written[name];
      if (given !== undefined) return typeof given === "object" ? given.compile(compose).sql : String(given);
      if (!names.includes(name)) names.push(name);
      return `$${names.indexOf(name) + 1}`;
    });
  return (parameters) =>
    CompiledQuery.raw(
      text,
      names.map((name) => parameters[name]),
    ) as CompiledQuery<Row>;
}
