import { existsSync, globSync, readFileSync } from "node:fs";
import { expect, test } from "vitest";
import { environment } from "../server/src/env.ts";
import { allStyles } from "../server/src/testing/strangers/honest/all-honest.ts";
import { allTricks } from "../server/src/testing/strangers/tricks/all-tricks.ts";
import { pathsIn } from "./paths-in.ts";

const root = new URL("../", import.meta.url);
const read = (path: string) => readFileSync(new URL(path, root), "utf8");
const pages = ["README.md", "CONTRIBUTING.md", "STYLE.md", "CHANGELOG.md", ...globSync("docs/*.md", { cwd: root })].map(
  (path) => ({
    path,
    text: read(path),
  }),
);
const count = ["no", "one", "two", "three", "four", "five", "six"];
const [readme = ""] = pages.map(({ text }) => text);

test("every command on a page exists", () => {
  const { scripts } = JSON.parse(read("package.json")) as { scripts: Record<string, string> };
  const steps = [...read("scripts/test.mjs").matchAll(/^ {2}"?([\w-]+)"?: \{/gm)].map(([, name]) => name);
  const missing = pages.flatMap(({ path, text }) => [
    ...[...text.matchAll(/\bnpm run (?:--silent )?([a-z][\w:-]*)/g)]
      .filter(([, name = ""]) => !(name in scripts))
      .map(([whole]) => `${path}: ${whole}`),
    ...[...text.matchAll(/\bnpm test -- ([a-z][\w-]*(?: [a-z][\w-]*)*)(?=`| {2,}#)/g)]
      .filter(([, names = ""]) => names.split(" ").some((name) => name !== "all" && !steps.includes(name)))
      .map(([whole]) => `${path}: ${whole}`),
  ]);
  expect(steps.length).toBeGreaterThan(10);
  expect(missing).toEqual([]);
});

/** Returns the anchors of a file's headings, as links write them. */
function anchorsOf(text: string): Set<string> {
  const headings = [...text.matchAll(/^#+ (.+)$/gm)].map(([, heading = ""]) => heading.toLowerCase());
  return new Set(headings.map((heading) => heading.replace(/[^\p{L}\p{N}_ -]/gu, "").replaceAll(" ", "-")));
}

test("every link on a page leads to an existing file and heading", () => {
  const anchors = new Map(pages.map(({ path, text }) => [new URL(path, root).href, anchorsOf(text)]));
  const isThere = (to: URL, anchor: string) =>
    anchor === "" ? existsSync(to) : anchors.get(to.href)?.has(anchor) === true;
  const dead = pages.flatMap(({ path, text }) =>
    [...text.matchAll(/\]\((?!https?:|mailto:)([^)#\s]*)#?([^)\s]*)\)/g)]
      .filter(([, to = "", anchor = ""]) => !isThere(new URL(to, new URL(path, root)), anchor))
      .map(([link]) => `${path}: ${link}`),
  );
  expect(dead).toEqual([]);
});

test("every file that a page names exists, and tests are named by their whole paths", () => {
  const folders = globSync("*/", { cwd: root });
  const isOurs = (path: string) => /\.(?:test|spec)\.tsx?$/.test(path) || folders.includes(path.split("/")[0] ?? "");
  const named = pages.flatMap(({ path, text }) => [...new Set(pathsIn(text))].map((to) => ({ path, to })));
  expect(named.length).toBeGreaterThan(200);
  expect(named.filter(({ to }) => isOurs(to) && !existsSync(new URL(to, root)))).toEqual([]);
});

test("the index of decisions lists each once, by its title", () => {
  const decisions = globSync("docs/decisions/[0-9]*.md", { cwd: root }).map((path) => {
    const [, title = ""] = /^# \d+[.:] (.+)$/m.exec(read(path)) ?? [];
    return `- [${title}](${path.replace("docs/decisions/", "")})`;
  });
  const listed = read("docs/decisions/README.md").match(/^- .*$/gm) ?? [];
  expect(listed.toSorted()).toEqual(decisions.toSorted());
});

test("docs/self-hosting.md lists all settings, each with its default", () => {
  const rows = [...read("docs/self-hosting.md").matchAll(/^\| (`[A-Z_`, ]+`) +\| (.*?) +\| /gm)];
  const told = rows.flatMap(([, names = "", preset = ""]) =>
    [...names.matchAll(/[A-Z_]+/g)].map(([name]) => [name, preset.replace(/[` ]/g, "")] as const),
  );
  expect(told.map(([name]) => name).sort()).toEqual(Object.keys(environment.shape).sort());
  const presets = new Map(told);
  const wrong = Object.entries(environment.shape).filter(
    ([name, kind]) => !presets.get(name)?.includes(String(kind.safeParse(undefined).data ?? "")),
  );
  expect(wrong.map(([name]) => name)).toEqual([]);
});

test("the README's counts are right", () => {
  // The long run of strangers.test.ts sends this many; each reply once as written, and once as servers change it.
  const [hostile, honest] = [9 * allTricks.length, 2 * 6 * allStyles.length];
  expect(readme).toContain(`${hostile.toLocaleString("en")} hostile mails of ${allTricks.length} kinds`);
  expect(readme).toContain(`${honest} replies of ${allStyles.length} kinds of programs`);
  const articles = globSync("server/src/domains/help/articles/**/*.md", { cwd: root });
  const films = globSync("web/public/videos/*.webm", { cwd: root }).filter(
    (path) => !path.includes("see-it-in-action"),
  );
  expect(readme).toContain(`${articles.length} articles and ${count[films.length]} films`);
  const shown = [...read("web/src/landing/landing-page.tsx").matchAll(/figure: "([\d,]+)"/g)].map(
    ([, figure = ""]) => figure,
  );
  expect(shown.length).toBeGreaterThan(3);
  expect(shown.filter((figure) => !new RegExp(`\\b${figure}\\b`).test(readme))).toEqual([]);
});
