import { readdirSync, readFileSync } from "node:fs";
import { basename, join } from "node:path";
import { type HelpCategoryId, helpCategoryIds } from "@deskhand/contract/help/help-ids";
import { searchLine } from "@deskhand/contract/search/search-line";
import * as z from "zod";
import { readMarkdown } from "./read-markdown.ts";

/** An article of the help center, as its file has it. */
export type ArticleText = {
  /** The file's name. */
  id: string;
  title: string;
  category: HelpCategoryId;
  tags: string[];
  /** Whether the editors recommend it while hardly anything was read. */
  isChosen: boolean;
  lastUpdated: string;
  summary: string;
  html: string;
  estimatedReadTime: number;
  /** The line that all of it is searched in. */
  searched: string;
};

const head = z.strictObject({
  title: z.string().min(1),
  tags: z.string().transform((text) => text.split(",").map((tag) => tag.trim())),
  updated: z.iso.date(),
  popular: z.literal("true").optional(),
});

/** Words that people read in a minute. */
const readingPace = 200;
const folder = join(import.meta.dirname, "articles");

let read: readonly ArticleText[] | undefined;

/** All articles, by title; read once. */
export function readArticles(): readonly ArticleText[] {
  read ??= helpCategoryIds
    .flatMap((category) => namesIn(join(folder, category)).map((name) => readArticle(category, name)))
    .sort((one, other) => one.title.localeCompare(other.title, "en"));
  return read;
}

function namesIn(path: string): string[] {
  return readdirSync(path).filter((name) => name.endsWith(".md"));
}

function readArticle(category: HelpCategoryId, name: string): ArticleText {
  const source = readFileSync(join(folder, category, name), "utf8");
  const { fields, body } = splitHead(source);
  const { title, tags, updated, popular } = head.parse(fields);
  const { html, text, summary } = readMarkdown(body);
  return {
    id: basename(name, ".md"),
    title,
    category,
    tags,
    isChosen: popular === "true",
    lastUpdated: updated,
    summary,
    html,
    estimatedReadTime: Math.max(1, Math.round(text.split(/\s+/).length / readingPace)),
    searched: searchLine([title, text, ...tags].join("\n")),
  };
}

/** The lines "name: value" between the two of dashes at the beginning, and what follows. */
function splitHead(source: string): { fields: Record<string, string>; body: string } {
  const [before = "", lines, ...body] = source.split(/^---$/m);
  if (before.trim() !== "" || lines === undefined)
    throw new Error(`An article begins with its head: ${source.slice(0, 60)}`);
  const pairs = lines
    .trim()
    .split("\n")
    .map((line): [string, string] => {
      const colon = line.indexOf(":");
      return [line.slice(0, colon).trim(), line.slice(colon + 1).trim()];
    });
  return { fields: Object.fromEntries(pairs), body: body.join("---") };
}
