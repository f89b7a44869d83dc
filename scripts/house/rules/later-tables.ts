import { domainOrder, laterTables as exceptions, tableOwners } from "../../../house.ts";
import { domainsPath, folderIn } from "../find-room.ts";
import { readCode } from "../read-code.ts";
import type { Finding, Rule } from "../rule.ts";
import { isTest, type SourceFile, type SourceTree } from "../source-tree.ts";

const functionsPath = "db/functions";
/** The platform sets the tenant of a transaction, and knows no other table of a domain. */
const ofPlatform = ["clients"];

const definition = /^create (?:or replace )?(?:function|procedure) (\w+)/gim;
const writing =
  /\b(?:insert\s+into|delete\s+from)\s+(\w+)|(?<!\bafter )\bupdate\s+(\w+)(?:\s+(?:as\s+)?\w+)?\s+set\b/gi;

const lookUp: { path: string; source: string } = {
  path: "db/functions/tickets/find-tickets.sql",
  source: "create or replace function find_tickets() returns setof uuid language sql return null;\n",
};

/** No query of a domain, and no function of the database that is a domain's, knows a table or a function of a later one. */
export const laterTables: Rule = {
  name: "later-tables",
  why: "what a later domain keeps may change without an earlier one; ask it (platform/questions.ts), or let it subscribe",
  good: [
    {
      path: "server/src/domains/intake/a.queries.ts",
      source: 'tx.selectFrom("support_tickets as t").innerJoin("users", "users.id", "t.assigned_to");\n',
    },
    { path: "server/src/domains/tickets/tickets.queries.ts", source: 'const kind = "mail log"; // from mail_log\n' },
    {
      path: "server/src/domains/tickets/b.queries.ts",
      source: "sql`(select 1 from find_tickets())`;\n",
      beside: [lookUp],
    },
    { path: "db/functions/tickets/a.sql", source: "-- Reads no mail_log.\nupdate support_tickets set status = 1;\n" },
    { path: "db/functions/intake/keep.sql", source: "create trigger kept after update of status on support_tickets\n" },
    { path: "db/functions/platform/events.sql", source: "select from clients for key share;\n" },
  ],
  bad: [
    { path: "server/src/domains/tickets/a.queries.ts", source: 'tx.selectFrom(["users", "mail_log as l"]);\n' },
    { path: "server/src/domains/tickets/b.queries.ts", source: "sql`exists (select from users, mail_log)`;\n" },
    { path: "server/src/domains/tickets/c.queries.ts", source: 'tx.updateTable("users").from("mail_log as l");\n' },
    { path: "server/src/domains/tickets/list/c.sql", source: "select subject\nfrom mail_log\n" },
    {
      path: "server/src/domains/customers/d.queries.ts",
      source: "sql`(select 1 from find_tickets())`;\n",
      beside: [lookUp],
    },
    { path: "db/functions/customers/e.sql", source: "execute 'select from support_tickets';\n" },
    { path: "db/functions/customers/f.sql", source: "create trigger a after insert on support_tickets\n" },
    { path: "db/functions/customers/g.sql", source: "perform find_tickets();\n", beside: [lookUp] },
    { path: "db/functions/intake/h.sql", source: "insert into support_tickets (id) values (1);\n" },
    { path: "db/functions/platform/i.sql", source: "select from users;\n" },
    { path: "db/functions/loose.sql", source: "select 1;\n" },
  ],
  check: (tree) => {
    const functions = tree.files.filter(({ path }) => path.startsWith(`${functionsPath}/`));
    const known = [...tablesOf(), ...functionsOf(functions)];
    const found = [...queriesIn(tree), ...functions].flatMap((file) => [
      ...laterIn(file, known),
      ...(file.path.startsWith(functionsPath) ? wrongPlaces(file) : []),
    ]);
    const isExcepted = ({ path, name }: Named) => exceptions[path]?.names.includes(name) ?? false;
    const house = tree.files.find(({ path }) => path === "house.ts");
    return [
      ...found.filter((each) => !isExcepted(each)),
      ...Object.entries(exceptions)
        .filter(([path]) => tree.files.some((file) => file.path === path))
        .flatMap(([path, { names }]) => names.map((name) => ({ path, name })))
        .filter(({ path, name }) => !found.some((each) => each.path === path && each.name === name))
        .map(({ path, name }) => ({
          path: house?.path ?? "house.ts",
          line: 1,
          detail: `${path} knows no ${name} any more: take it from laterTables`,
        })),
    ];
  },
};

/** A table or a function by its name, with the places of its domains in the order, and how a query or a function names it. */
type Known = { name: string; owners: readonly string[]; inQuery: RegExp; inText: RegExp };
type Named = Finding & { name: string };

function tablesOf(): Known[] {
  return [...tableOwners].map(([name, claims]) => ({
    name,
    owners: claims.map(({ owner }) => owner),
    inQuery: new RegExp(
      `["'\`]${name}(?: as \\w+)?["'\`]|(?:\\b(?:from|join|into|update|using|copy|table)|,)\\s+(?:only\\s+)?(?:public\\.)?"?${name}\\b`,
      "gi",
    ),
    // A function's text may be put together, and says tables in strings: every mention counts.
    inText: new RegExp(`\\b${name}\\b`, "gi"),
  }));
}

function functionsOf(files: readonly SourceFile[]): Known[] {
  return files.flatMap((file) =>
    [...file.text.matchAll(definition)].map(([, name = ""]) => {
      const call = new RegExp(`\\b${name}\\s*\\(`, "gi");
      return { name, owners: [ownerOf(file.path)], inQuery: call, inText: call };
    }),
  );
}

function queriesIn(tree: SourceTree): SourceFile[] {
  return tree.files.filter(
    ({ path }) => path.startsWith(`${domainsPath}/`) && /\.(?:queries\.ts|sql)$/.test(path) && !isTest(path),
  );
}

function ownerOf(path: string): string {
  return folderIn(domainsPath, path) ?? folderIn(functionsPath, path) ?? "";
}

/** The place of a domain in the order; the platform's is before the first. */
const placeOf = (domain: string) => domainOrder.indexOf(domain);

function laterIn(file: SourceFile, known: readonly Known[]): Named[] {
  const asker = ownerOf(file.path);
  const isSql = file.path.endsWith(".sql");
  const text = isSql ? file.text.replace(/--.*$/gm, (comment) => " ".repeat(comment.length)) : readCode(file);
  return known
    .filter(({ owners }) => owners.every((owner) => placeOf(owner) > placeOf(asker)))
    .filter(({ name }) => asker !== "platform" || !ofPlatform.includes(name))
    .flatMap(({ name, owners, inQuery, inText }) =>
      [...text.matchAll(isSql ? inText : inQuery)].map(({ index, 0: match }) => ({
        path: file.path,
        line: file.lineAt(index + match.search(/\S/)),
        name,
        detail: `${asker} stands before ${owners.join(" and ")}, whose ${name} it names`,
      })),
    );
}

/** A function that is in no domain's folder, or writes another's table. */
function wrongPlaces(file: SourceFile): Named[] {
  const owner = ownerOf(file.path);
  const { path } = file;
  if (owner !== "platform" && !domainOrder.includes(owner))
    return [{ path, line: 1, name: "", detail: "is in no domain's folder, and not in platform/" }];
  const text = file.text.replace(/--.*$/gm, (comment) => " ".repeat(comment.length));
  return [...text.matchAll(writing)].flatMap((match) => {
    const name = match[1] ?? match[2] ?? "";
    const owners = tableOwners.get(name)?.map((claim) => claim.owner);
    if (!owners || owners.includes(owner)) return [];
    return [
      { path, line: file.lineAt(match.index), name, detail: `${owner} writes ${name} of ${owners.join(" and ")}` },
    ];
  });
}
