import { tableOwners, testSupport } from "../../../house.ts";
import { domainsPath, folderIn } from "../find-room.ts";
import { readCode } from "../read-code.ts";
import type { Rule } from "../rule.ts";
import { isTest } from "../source-tree.ts";

const builder = /\.\s*(?:insertInto|updateTable|deleteFrom|mergeInto|replaceInto)\s*\(\s*["'`](?:public\.)?(\w+)/g;
// Raw SQL is in lower or upper case; "update x set" excludes prose and "for update".
const statement =
  /\b(?:insert\s+into|delete\s+from|truncate\s+table|merge\s+into)\s+(?:only\s+)?(?:public\.)?"?(\w+)|\bcopy\s+(?:public\.)?"?(\w+)"?\s*(?:\([^)]*\)\s*)?from\b|\bupdate\s+(?:only\s+)?(?:public\.)?"?(\w+)"?(?:\s+(?:as\s+)?\w+)?\s+set\b/gi;

/** Only the domain that owns a table writes it. */
export const tableOwnership: Rule = {
  name: "table-owners",
  why: "what a table promises is kept by one owner; others ask its owner, or leave an event",
  good: [
    {
      path: "server/src/domains/tickets/tickets.queries.ts",
      source: "sql`insert into ticket_messages (id) values (1)`;\n",
    },
    { path: "server/src/domains/intake/read.queries.ts", source: "sql`select 1 from support_tickets for update`;\n" },
    { path: "server/src/domains/tenants/people.queries.ts", source: 'tx.updateTable("users").set({ role });\n' },
  ],
  bad: [
    {
      path: "server/src/domains/intake/load.queries.ts",
      source: "sql`copy support_tickets (id, subject) from stdin`;\n",
    },
    { path: "server/src/domains/intake/wipe.queries.ts", source: "sql`truncate table customers`;\n" },
    {
      path: "server/src/domains/intake/intake.queries.ts",
      source: "sql`UPDATE support_tickets t SET status = 1`;\n",
    },
    { path: "server/src/domains/intake/mail.queries.ts", source: 'tx\n  .insertInto("customers").values(row);\n' },
    { path: "server/src/domains/intake/purge.queries.ts", source: "sql`delete from\n  ticket_messages`;\n" },
    { path: "server/src/platform/db/clean.ts", source: "await pool.query('delete from \"clients\"');\n" },
    { path: "server/src/domains/tickets/tickets.queries.ts", source: 'tx.deleteFrom("loose_table");\n' },
  ],
  check: (tree) =>
    tree.code
      .filter(({ path }) => path.startsWith("server/src/") && !isTest(path) && !testSupport.test(path))
      .flatMap((file) => {
        const code = readCode(file);
        const writer =
          folderIn(domainsPath, file.path) ?? (file.path.startsWith("server/src/platform/") ? "platform" : "server");
        return [...code.matchAll(builder), ...code.matchAll(statement)].flatMap((match) => {
          const detail = problem(writer, match[1] ?? match[2] ?? match[3] ?? "");
          return detail ? [{ path: file.path, line: file.lineAt(match.index), detail }] : [];
        });
      }),
};

function problem(writer: string, table: string): string | undefined {
  const owners = tableOwners.get(table)?.map(({ owner }) => owner);
  if (!owners) return `no domain has the table ${table} in its manifest`;
  return owners.includes(writer) ? undefined : `${writer} writes ${table}, which belongs to ${owners.join(" and ")}`;
}
