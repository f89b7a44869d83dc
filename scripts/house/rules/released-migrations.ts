import { createHash } from "node:crypto";
import type { Release } from "../../release/read-release.ts";
import type { Example, Finding, Rule } from "../rule.ts";
import type { SourceTree } from "../source-tree.ts";

const listPath = "db/releases.json";
const folder = "db/migrations/";
const text = "create table clients (id uuid primary key);\n";
const hashOf = (sql: string) => createHash("sha256").update(sql).digest("hex");

const list = (migrations: Record<string, string>): Example => ({
  path: listPath,
  source: JSON.stringify([{ version: "0.1.0", commit: "8978ce19", date: "2026-11-29", migrations }]),
});
const first = { "0001_tenants.sql": hashOf(text) };
const next: Example = { path: "package.json", source: '{ "version": "0.2.0" }' };
const told: Example = { path: "CHANGELOG.md", source: "## 0.2.0\n\n## 0.1.0\n" };

/** A released migration keeps its content and its name; new ones come after it. */
export const releasedMigrations: Rule = {
  name: "released-migrations",
  why: "whoever runs a release has run its migrations, and no later start could tell what they did otherwise",
  good: [list(first), { path: "db/migrations/0002_people.sql", source: "" }, next, told],
  bad: [
    { path: "db/migrations/0001_tenants.sql", source: "select 1", beside: [list(first), next, told] },
    { ...list({ ...first, "0002_people.sql": hashOf("") }), beside: [next, told] },
    {
      ...list({ ...first, "0002_people.sql": hashOf("select 2") }),
      beside: [{ path: "db/migrations/0003_people.sql", source: "select 2" }, next, told],
    },
    { path: "db/migrations/0000_before.sql", source: "", beside: [list(first), next, told] },
    { path: "package.json", source: '{ "version": "0.1.0" }', beside: [list(first), told] },
    { path: "CHANGELOG.md", source: "## 0.2.0\n", beside: [list(first), next] },
  ],
  check(tree) {
    const product = tree.files.find(({ path }) => path === "package.json");
    const source = tree.files.find(({ path }) => path === listPath);
    if (!source)
      return product ? [{ path: listPath, line: 1, detail: "the list of releases is gone: put it back" }] : [];
    const releases: Release[] = JSON.parse(source.text);
    const { version } = JSON.parse(product?.text ?? "{}");
    return [...checkMigrations(tree, releases), ...checkVersions(tree, releases, version)];
  },
};

function checkMigrations(tree: SourceTree, releases: Release[]): Finding[] {
  const found = new Map(
    tree.files
      .filter(({ path }) => path.startsWith(folder) && path.endsWith(".sql"))
      .map((file) => [file.path.slice(folder.length), hashOf(file.text)]),
  );
  // The list reports a missing file.
  const at = (name: string, detail: string) =>
    found.has(name)
      ? { path: `${folder}${name}`, line: 1, detail }
      : { path: listPath, line: 1, detail: `${name}: ${detail}` };
  const released = releases.flatMap(({ version, commit, migrations }) =>
    Object.entries(migrations).map(([name, sha256]) => ({ name, sha256, version, commit })),
  );
  const changed = released.flatMap(({ name, sha256, version, commit }) => {
    if (found.get(name) === sha256) return [];
    const [now] = [...found].find(([, sum]) => sum === sha256) ?? [];
    const verdict = found.has(name) ? "was changed" : now ? `is called ${now} now` : "is gone";
    return [
      at(
        name,
        `it was released in ${version} and ${verdict}: put it back (git checkout ${commit} -- ${folder}${name}) and write what is to be otherwise into a new migration`,
      ),
    ];
  });
  const names = released.map(({ name }) => name);
  const last = names.sort().at(-1) ?? "";
  const early = [...found.keys()].filter((name) => name < last && !names.includes(name));
  return [
    ...changed,
    ...early.map((name) => at(name, `it comes before ${last}, which is released: give it a higher number`)),
  ];
}

function checkVersions(tree: SourceTree, releases: Release[], version: string): Finding[] {
  const versions = releases.map((release) => release.version);
  const changelog = tree.files.find(({ path }) => path === "CHANGELOG.md")?.text ?? "";
  const untold = [...versions, version].filter((each) => !changelog.split("\n").some((line) => line === `## ${each}`));
  return [
    ...(versions.includes(version)
      ? [{ path: "package.json", line: 1, detail: `${version} is released: its version is the next one's` }]
      : []),
    ...untold.map((each) => ({
      path: "CHANGELOG.md",
      line: 1,
      detail: `it has no section "## ${each}" that says what an operator does`,
    })),
  ];
}
