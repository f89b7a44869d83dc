import { readdirSync, readFileSync } from "node:fs";
import { basename, join } from "node:path";
import type { HelpArticleSummary } from "@deskhand/contract/help/help";
import { type HelpCategoryId, helpCategoryIds } from "@deskhand/contract/help/help-ids";
import { limits } from "@deskhand/contract/limits";
import { fitOf, searchLine } from "@deskhand/contract/search/search-line";
import type { Token } from "markdown-it";
import MarkdownIt from "markdown-it";
import * as z from "zod";
import type { HelpFigures } from "./help.queries.ts";

/** An article of the help center, parsed from its file. */
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
  /** The line in which searches look. */
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
    .sort((a, b) => a.title.localeCompare(b.title, "en"));
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

/** Splits the "name: value" lines between the dashes at the beginning from the rest. */
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

/** An article's parsed Markdown. */
type ReadMarkdown = {
  /** Without anything executable: HTML in the Markdown is text. */
  html: string;
  /** Its plain text. */
  text: string;
  /** The text of its first paragraph. */
  summary: string;
};

const markdown = new MarkdownIt({ html: false, typographer: false });
// A link to another article names its file, so that it works in the repository too.
markdown.core.ruler.push("article-links", ({ tokens }) => {
  for (const link of tokens.flatMap(({ children }) => children ?? [])) {
    if (link.type === "link_open") setTarget(link);
  }
});

function setTarget(link: Token): void {
  const address = String(link.attrGet("href"));
  const article = /^(?:\.\.\/[a-z-]+\/)?([a-z0-9-]+)\.md$/.exec(address)?.[1];
  if (article !== undefined) link.attrSet("href", `/dashboard/help?article=${article}`);
  if (/^https?:/.test(address)) {
    link.attrSet("target", "_blank");
    link.attrSet("rel", "noreferrer");
  }
}

/** Renders an article's Markdown (CommonMark, with tables). */
export function readMarkdown(source: string): ReadMarkdown {
  const tokens = markdown.parse(source, {});
  const blocks = tokens
    .filter(({ type }) => type === "inline")
    .map(({ children }) =>
      (children ?? []).map(({ type, content }) => (type === "softbreak" ? " " : content)).join(""),
    );
  return {
    html: markdown.renderer.render(tokens, markdown.options, {}),
    text: blocks.join("\n"),
    summary: blocks[0] ?? "",
  };
}

/** An article with its readers' figures. */
export type Ranked = { article: ArticleText; isPopular: boolean; figures: HelpFigures };

const unread = { views: 0, helpful: 0, notHelpful: 0, ratings: 0, ratingSum: 0 };

/**
 * All articles with their figures: popular ones first, then the most read (docs/product.md#popular-articles). Popular
 * are the most read; the editors' choice fills places left by too few readers.
 */
export function rankArticles(
  figuresOf: ReadonlyMap<string, HelpFigures>,
  articles: readonly ArticleText[] = readArticles(),
): Ranked[] {
  const all = articles.map((article) => ({ article, figures: figuresOf.get(article.id) ?? unread }));
  const isRead = ({ figures }: (typeof all)[number]) => figures.views >= limits.viewsOfPopular;
  const byViews = all.toSorted((a, b) => b.figures.views - a.figures.views);
  const read = byViews.filter(isRead);
  const chosen = all.filter((each) => each.article.isChosen && !isRead(each));
  const popular = new Set([...read, ...chosen].slice(0, limits.popularArticles));
  const rest = byViews.filter((each) => !popular.has(each));
  return [
    ...[...popular].map((each) => ({ ...each, isPopular: true })),
    ...rest.map((each) => ({ ...each, isPopular: false })),
  ];
}

/** Whether each word of a query is in an article's title, text or tags, ignoring spelling variants. */
export function isFoundBy(query: string): (article: ArticleText) => boolean {
  const fit = fitOf(query);
  return ({ searched }) => fit(searched) !== null;
}

/** An article as lists show it. */
export function summaryOf({ article, isPopular, figures }: Ranked): HelpArticleSummary {
  const { id, title, category, tags, summary, lastUpdated, estimatedReadTime } = article;
  const { views, ratings, ratingSum } = figures;
  return {
    id,
    title,
    category,
    tags,
    summary,
    isPopular,
    views,
    lastUpdated,
    estimatedReadTime,
    rating: ratings === 0 ? null : Math.round((ratingSum / ratings) * 10) / 10,
    ratingCount: ratings,
  };
}
