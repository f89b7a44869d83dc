import { tableOwners } from "../../../house.ts";
import type { Rule } from "../rule.ts";

const creation = /^\s*create\s+(?:unlogged\s+)?table\s+(?:if\s+not\s+exists\s+)?(?:public\.)?"?(\w+)/gim;

const removal = /^\s*drop\s+table\s+(?:if\s+exists\s+)?(?:public\.)?"?(\w+)/gim;

/** Every table that a migration creates and no later one drops has an owner. */
export const tablesKnown: Rule = {
  name: "tables-known",
  why: "a table that no domain has in its manifest is written by everyone",
  good: [
    { path: "db/migrations/0009_tickets.sql", source: "create table support_tickets (id uuid);\n" },
    { path: "db/migrations/0009_ratings.sql", source: "create table ratings (id uuid);\ndrop table ratings;\n" },
  ],
  bad: [{ path: "db/migrations/0009_ratings.sql", source: "CREATE TABLE ratings (id uuid);\n" }],
  check(tree) {
    const migrations = tree.files.filter(({ path }) => /^db\/migrations\/.*\.sql$/.test(path));
    const dropped = new Set(migrations.flatMap(({ text }) => [...text.matchAll(removal)].map(([, name]) => name)));
    return migrations.flatMap((file) =>
      [...file.text.matchAll(creation)]
        .filter((match) => !dropped.has(match[1]) && !tableOwners.has(match[1] ?? ""))
        .map((match) => ({
          path: file.path,
          line: file.lineAt(match.index + match[0].search(/\S/)),
          detail: `name ${match[1]} among the tables of a domain's manifest`,
        })),
    );
  },
};
