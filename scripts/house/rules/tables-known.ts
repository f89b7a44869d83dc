import { tableOwners } from "../../../house.ts";
import type { Rule } from "../rule.ts";

const creation = /^\s*create\s+(?:unlogged\s+)?table\s+(?:if\s+not\s+exists\s+)?(?:public\.)?"?(\w+)/gim;

/** Every table that a migration creates has an owner. */
export const tablesKnown: Rule = {
  name: "tables-known",
  why: "a table without an owner in house.ts is written by everyone",
  good: [{ path: "db/migrations/0009_tickets.sql", source: "create table support_tickets (id uuid);\n" }],
  bad: [{ path: "db/migrations/0009_ratings.sql", source: "CREATE TABLE ratings (id uuid);\n" }],
  check: (tree) =>
    tree.files
      .filter(({ path }) => /^db\/migrations\/.*\.sql$/.test(path))
      .flatMap((file) =>
        [...file.text.matchAll(creation)]
          .filter((match) => !Object.hasOwn(tableOwners, match[1] ?? ""))
          .map((match) => ({
            path: file.path,
            line: file.lineAt(match.index + match[0].search(/\S/)),
            detail: `name an owner of ${match[1]} in house.ts`,
          })),
      ),
};
