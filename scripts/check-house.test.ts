import { spawnSync } from "node:child_process";
import { mkdirSync, mkdtempSync, rmSync, symlinkSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { afterEach, expect, test } from "vitest";
import { clockPlaces, domainExtraPackages, domainOrder, rooms, tableOwners } from "../house.ts";
import { findRoom } from "./house/find-room.ts";
import { inspect } from "./house/inspect.ts";
import { packageOf } from "./house/read-imports.ts";
import type { Example } from "./house/rule.ts";
import { clockReadings } from "./house/rules/clock-in-tests.ts";
import { rules } from "./house/rules.ts";
import { readTree } from "./house/source-tree.ts";

const cleanTree: readonly Example[] = [
  { path: "README.md", source: "# Deskhand\n" },
  { path: "house.ts", source: "export const sizes = { max: 300 };\n" },
  { path: "contract/src/index.ts", source: 'export { limits } from "./limits.ts";\n' },
  { path: "contract/src/limits.ts", source: "export const limits = { reply: 10_000 };\n" },
  { path: "db/migrations/0001_tenants.sql", source: "create table clients (id uuid primary key);\n" },
  { path: "email/src/index.ts", source: "export const width = 600;\n" },
  { path: "server/src/env.ts", source: "export const port = Number(process.env.PORT);\n" },
  {
    path: "server/src/domains.ts",
    source: 'import { tickets } from "./domains/tickets/tickets.domain.ts";\nexport const domains = [tickets];\n',
  },
  {
    path: "server/src/domains/tickets/tickets.domain.ts",
    source: 'import { routes } from "./tickets.routes.ts";\nexport const tickets = { routes };\n',
  },
  { path: "server/src/platform/db/pool.ts", source: 'import pg from "pg";\nexport const pool = new pg.Pool();\n' },
  { path: "server/src/domains/tickets/index.ts", source: 'export { close } from "./close.ts";\n' },
  {
    path: "server/src/domains/tickets/close.ts",
    source: 'import { limits } from "@deskhand/contract";\nexport const close = limits;\n',
  },
  {
    path: "server/src/domains/tickets/tickets.routes.ts",
    source: 'import { close } from "./close.ts";\nexport const routes = { close };\n',
  },
  {
    path: "web/src/app/shell.tsx",
    source: 'import { List } from "../features/tickets/list.tsx";\nexport const Shell = List;\n',
  },
  {
    path: "web/src/features/tickets/list.tsx",
    source: 'import { limits } from "@deskhand/contract/limits";\nexport const List = limits;\n',
  },
  { path: "docs/architecture.md", source: "One process, three roles.\n" },
];

const trees: string[] = [];

afterEach(() => {
  for (const tree of trees.splice(0)) rmSync(tree, { recursive: true, force: true });
});

function plant(...examples: Example[]): string {
  const root = mkdtempSync(join(tmpdir(), "house-"));
  trees.push(root);
  for (const { path, source } of [...cleanTree, ...examples]) {
    mkdirSync(join(root, dirname(path)), { recursive: true });
    writeFileSync(join(root, path), source);
  }
  return root;
}

test("a clean tree passes", () => {
  expect(inspect(readTree(plant()))).toEqual([]);
});

for (const rule of rules) {
  test(`${rule.name} catches each of its bad examples`, () => {
    expect(rule.bad.length).toBeGreaterThan(0);
    for (const example of rule.bad) {
      const findings = rule.check(readTree(plant(example, ...(example.beside ?? []))));
      expect(
        findings.map(({ path }) => path),
        `${example.path}: ${example.source}`,
      ).toContain(example.path);
    }
  });

  test(`${rule.name} leaves its good examples alone`, () => {
    expect(rule.good.length).toBeGreaterThan(0);
    expect(rule.check(readTree(plant(...rule.good)))).toEqual([]);
  });
}

test("a finding names the line, the rule and the reason", () => {
  const root = plant({ path: "contract/src/limits.ts", source: 'export const a = 1;\nexport * from "pg";\n' });
  const lines = inspect(readTree(root));
  expect(lines).toHaveLength(1);
  expect(lines[0]).toMatch(
    /^contract\/src\/limits\.ts:2 room-imports — contract may not import the package pg; a file's path/,
  );
});

test("installed, built and running data are not source", () => {
  const root = plant(
    { path: "node_modules/pg/utils.js", source: "" },
    { path: "web/dist/Bundle.js", source: "" },
    { path: "data/pg/x.ts", source: "" },
  );
  expect(inspect(readTree(root))).toEqual([]);
});

test("a linked node_modules is not source either", () => {
  const root = plant();
  symlinkSync(tmpdir(), join(root, "node_modules"));
  expect(inspect(readTree(root))).toEqual([]);
});

test("the command prints one line a violation and exits with 1, or with 0 and the sizes", () => {
  const run = (root: string) =>
    spawnSync(process.execPath, [join(import.meta.dirname, "check-house.ts"), root], { encoding: "utf8" });
  const bad = run(plant({ path: "tools/sync.ts", source: "export {};\n" }));
  expect(bad.status).toBe(1);
  expect(bad.stderr.trim().split("\n")).toEqual([expect.stringMatching(/^tools\/sync\.ts:1 known-folders — /)]);
  const good = run(plant());
  expect(good.stderr).toBe("");
  expect(good.status).toBe(0);
  expect(good.stdout).toMatch(/^house: 0 violations; \d+ code files, lines: median \d/);
});

// An entry that matches nothing in the house says nothing: a rule about it cannot fail.
const house = readTree(join(import.meta.dirname, ".."));
const inRoom = Map.groupBy(house.files, ({ path }) => findRoom(path)?.name);

test("every room has files, and so has every folder it lists", () => {
  expect(rooms.filter(({ name }) => !inRoom.has(name))).toEqual([]);
  const folders = rooms.flatMap(({ path, folders }) =>
    folders === "any" || folders === domainOrder ? [] : folders.map((folder) => `${path}/${folder}/`),
  );
  expect(folders.filter((folder) => !house.files.some(({ path }) => path.startsWith(folder)))).toEqual([]);
});

test("a room imports every room and package that it may import", () => {
  const idle = rooms.flatMap(({ name, rooms: others, packages }) => {
    const imports = (inRoom.get(name) ?? []).filter(({ path }) => isCode(path)).flatMap(({ imports }) => imports);
    const found = new Set(imports.map(({ target, specifier }) => (target ? roomOf(target) : packageOf(specifier))));
    const named = [...others, ...(packages === "any" ? [] : packages)];
    return named.filter((each) => !found.has(each)).map((each) => `${name} imports no ${each}`);
  });
  expect(idle).toEqual([]);
});

test("a domain imports every package that it alone may import", () => {
  const idle = Object.entries(domainExtraPackages).flatMap(([domain, packages]) => {
    const own = house.code.filter(({ path }) => path.startsWith(`server/src/domains/${domain}/`));
    const found = new Set(own.flatMap(({ imports }) => imports.map(({ specifier }) => packageOf(specifier))));
    return packages.filter((name) => !found.has(name)).map((name) => `${domain} imports no ${name}`);
  });
  expect(idle).toEqual([]);
});

test("every place that may ask the clock does so", () => {
  const idle = Object.keys(clockPlaces).filter((place) => {
    const files = house.code.filter(({ path }) => path === place || (place.endsWith("/") && path.startsWith(place)));
    return files.every((file) => clockReadings(file).length === 0);
  });
  expect(idle).toEqual([]);
});

test("some migration creates every table that has an owner", () => {
  const sources = house.files.filter(
    ({ path }) => path === "db/schema.sql" || path.startsWith("server/src/platform/db/"),
  );
  const created = new Set(sources.flatMap(({ text }) => text.match(/(?<=create table (?:if not exists )?)\w+/g) ?? []));
  expect([...tableOwners.keys()].filter((table) => !created.has(table))).toEqual([]);
});

function roomOf(path: string): string | undefined {
  return findRoom(path)?.name ?? (path === "house.ts" ? "house" : undefined);
}

function isCode(path: string): boolean {
  return house.code.some((file) => file.path === path);
}
