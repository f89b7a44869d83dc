import { globSync, readFileSync } from "node:fs";
import { basename, dirname, join } from "node:path";
import { helpCategoryIds, videoIds } from "@deskhand/contract/help/help-ids";
import { videos } from "@deskhand/contract/help/help-topics";
import { limits } from "@deskhand/contract/limits";
import { describe, expect, test } from "vitest";
import { msFromNow } from "../../testing/from-now.ts";
import { screenTexts } from "../../testing/labels/screen-texts.ts";
import { type ArticleText, readArticles } from "./help-articles.ts";

const root = join(import.meta.dirname, "../../../..");
const folder = join(import.meta.dirname, "articles");
const read = (path: string) => readFileSync(join(root, path), "utf8");
const files = globSync("*/*.md", { cwd: folder }).map((path) => ({
  path,
  id: basename(path, ".md"),
  source: readFileSync(join(folder, path), "utf8"),
}));
const articles = new Map(readArticles().map((article) => [article.id, article]));

/** The labels of an article that must be on a screen: its bold words, without a colon or full stop. */
const labelsIn = (source: string) => [...source.matchAll(/\*\*(.+?)\*\*/g)].map(([, label = ""]) => label);
// The figure that is quoted within a label.
const isOnScreen = screenTexts(String(limits.trustedDeviceDays));

test("tells labels that are on a screen from others", () => {
  expect(["Send Reply", "Update Status", "Attached:", "Was this article helpful?"].filter(isOnScreen)).toHaveLength(4);
  expect(["Send Answer", "send reply", "Send", "Reply now", ""].filter(isOnScreen)).toEqual([]);
});

test("has enough articles in each category, of readable length, with unique names", () => {
  const all = [...articles.values()];
  expect(files.map(({ id }) => id).sort()).toEqual(all.map(({ id }) => id).sort());
  expect(new Set(all.map(({ title }) => title)).size).toBe(all.length);
  expect(all.length).toBeGreaterThanOrEqual(24);
  for (const category of helpCategoryIds) {
    expect(all.filter((each) => each.category === category).length).toBeGreaterThanOrEqual(4);
  }
  expect(all.filter(({ isChosen }) => isChosen)).toHaveLength(limits.popularArticles);
  expect(videoIds.map((id) => videos[id].article).filter((id) => !articles.has(id))).toEqual([]);
});

describe.each(files)("$path", ({ path, id, source }) => {
  const article = articles.get(id) as ArticleText;

  test("quotes only labels that are on a screen", () => {
    const labels = labelsIn(source);
    expect(labels.length).toBeGreaterThan(2);
    expect(labels.filter((label) => !isOnScreen(label))).toEqual([]);
  });

  test("links only to existing places", () => {
    const links = [...source.matchAll(/\]\(([^)]+)\)/g)].map(([, link = ""]) => link);
    expect(links.filter((link) => !leadsSomewhere(dirname(path), link))).toEqual([]);
  });

  test("has a name, tags, a past date, a length and a reading time", () => {
    expect(id).toMatch(/^[a-z0-9]+(?:-[a-z0-9]+)*$/);
    expect(id.length).toBeLessThanOrEqual(limits.helpArticleIdLength);
    expect(article.tags.length).toBeGreaterThan(1);
    expect(article.tags.every((tag) => /^[a-z0-9][a-z0-9 -]+$/.test(tag))).toBe(true);
    expect(Date.parse(article.lastUpdated)).toBeLessThanOrEqual(msFromNow({}));
    const length = article.html
      .replace(/<[^>]*>/g, " ")
      .split(/\s+/)
      .filter(Boolean).length;
    expect(length).toBeGreaterThanOrEqual(200);
    expect(length).toBeLessThanOrEqual(600);
    expect(Math.abs(article.estimatedReadTime - length / 200)).toBeLessThanOrEqual(1);
    expect(article.summary.length).toBeGreaterThan(30);
    expect(article.html).not.toMatch(/<h1|<script|<img|\{\{product/);
  });
});

const listIn = (path: string, name: string) =>
  [...(new RegExp(`${name} = \\[([^\\]]*)\\]`).exec(read(path))?.[1] ?? "").matchAll(/"([a-z-]+)"/g)].map(
    ([, id]) => id,
  );
const sections = new Set([...read("web/src/app/sections.ts").matchAll(/path: "([^"]+)"/g)].map(([, path]) => path));
const adminViews = listIn("contract/src/admin/sections.ts", "adminSectionIds");
const settingsTabs = listIn("web/src/app/address.ts", "settingsTabIds");

/** Whether a link goes to an existing article, or to a section of the desk and something in it. */
function leadsSomewhere(category: string, link: string): boolean {
  if (link.endsWith(".md")) return files.some(({ path }) => path === join(category, link));
  const { pathname, searchParams } = new URL(link, "http://desk");
  const known: Record<string, readonly (string | undefined)[]> = { view: adminViews, settings: settingsTabs };
  return sections.has(pathname) && [...searchParams].every(([name, value]) => known[name]?.includes(value) === true);
}

test("detects a broken link", () => {
  const valid = ["../security/passkeys.md", "/dashboard/admin?view=users", "/dashboard?settings=security"];
  const broken = [
    "passkeys.md",
    "../security/nothing.md",
    "/dashboard/nothing",
    "/dashboard/admin?view=nothing",
    "/admin",
  ];
  expect([...valid, ...broken].filter((link) => leadsSomewhere("user-management", link))).toEqual(valid);
});
