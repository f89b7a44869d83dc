import { existsSync, globSync, readFileSync } from "node:fs";
import { expect, test } from "vitest";
import { allStyles } from "../server/src/testing/strangers/honest/all-honest.ts";
import { allTricks } from "../server/src/testing/strangers/tricks/all-tricks.ts";

const root = new URL("../", import.meta.url);
const read = (path: string) => readFileSync(new URL(path, root), "utf8");
const pages = ["README.md", "CONTRIBUTING.md", ...globSync("docs/*.md", { cwd: root })].map((path) => ({
  path,
  text: read(path),
}));
const count = ["no", "one", "two", "three", "four", "five", "six"];
const [readme = ""] = pages.map(({ text }) => text);

test("every command that a page names is there", () => {
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

test("every file that a page links to is there", () => {
  const dead = pages.flatMap(({ path, text }) =>
    [...text.matchAll(/\]\((?!https?:|mailto:|#)([^)#\s]+)/g)]
      .filter(([, to = ""]) => !existsSync(new URL(to, new URL(path, root))))
      .map(([, to]) => `${path}: ${to}`),
  );
  expect(dead).toEqual([]);
});

test("what the README counts is so many", () => {
  // As many of each as strangers.test.ts sends the long way; replies once as they left, and once as servers change them.
  const [hostile, honest] = [9 * allTricks.length, 2 * 6 * allStyles.length];
  expect(readme).toContain(`${hostile.toLocaleString("en")} hostile mails of ${allTricks.length} kinds`);
  expect(readme).toContain(`${honest} replies of ${allStyles.length} kinds of programs`);
  const articles = globSync("server/src/domains/help/articles/**/*.md", { cwd: root });
  const films = globSync("web/public/videos/*.webm", { cwd: root }).filter(
    (path) => !path.includes("see-it-in-action"),
  );
  expect(readme).toContain(`${articles.length} articles and ${count[films.length]} films`);
});
