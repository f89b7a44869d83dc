import { measuredStatements } from "../../../house.ts";
import { domainsPath } from "../find-room.ts";
import { readCode } from "../read-code.ts";
import type { Rule } from "../rule.ts";
import { isTest } from "../source-tree.ts";

/** The beginning of a template or string that is a whole statement; an expression within a query begins differently. */
const statement =
  /[`"']\s*(?:select\s[^`"']*\bfrom\s|select\s+\w+\(|insert\s+into\s|update\s+\w+\s+(?:\w+\s+)?set\s|delete\s+from\s|with\s+\w+\s+as\s|call\s+\w+\()/gi;
const raw = /\bCompiledQuery\.raw\b|\bsql\.raw\b/g;

/** A domain builds its statements with Kysely, or has measured ones in files of their own. */
export const sqlInFiles: Rule = {
  name: "sql-in-files",
  why: "Kysely's types know the tables; SQL as text is for what is measured, in a file that house.ts lists with what it buys",
  good: [
    {
      path: "server/src/domains/tickets/tickets.queries.ts",
      source: 'tx.selectFrom("users").where(sql`a is distinct from b`).select(sql`(select 1)`.as("one"));\n',
    },
    { path: "server/src/domains/polish/say.ts", source: 'const hint = "Select a text, then polish it";\n' },
    { path: "server/src/platform/db/roles.ts", source: 'client.query("select 1 from pg_roles");\n' },
  ],
  bad: [
    { path: "server/src/domains/tickets/a.queries.ts", source: "sql<Row>`\n  select id from users`.execute(tx);\n" },
    { path: "server/src/domains/tickets/b.queries.ts", source: "sql`WITH gone AS (delete from a) select 1`;\n" },
    { path: "server/src/domains/tickets/c.queries.ts", source: 'const text = "update users set name = $1";\n' },
    { path: "server/src/domains/tickets/d.queries.ts", source: "CompiledQuery.raw(text);\n" },
    { path: "server/src/domains/tickets/list/unlisted.sql", source: "select 1\n" },
  ],
  check: (tree) => [
    ...tree.code
      .filter(({ path }) => path.startsWith(`${domainsPath}/`) && !isTest(path))
      .flatMap((file) =>
        [...readCode(file).matchAll(statement), ...readCode(file).matchAll(raw)].map(({ index }) => ({
          path: file.path,
          line: file.lineAt(index),
          detail: "a statement as text",
        })),
      ),
    ...tree.files
      .filter(({ path }) => path.startsWith("server/src/") && path.endsWith(".sql"))
      .filter(({ path }) => !Object.hasOwn(measuredStatements, path))
      .map(({ path }) => ({ path, line: 1, detail: "not listed in house.ts with what it buys" })),
  ],
};
