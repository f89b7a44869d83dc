import type { HelpArticleSummary } from "@deskhand/contract/help/help";
import { limits } from "@deskhand/contract/limits";
import { fitOf } from "@deskhand/contract/search/search-line";
import type { HelpFigures } from "./help.queries.ts";
import { type ArticleText, readArticles } from "./read-articles.ts";

/** An article with what its readers made of it. */
export type Ranked = { article: ArticleText; isPopular: boolean; figures: HelpFigures };

const unread = { views: 0, helpful: 0, notHelpful: 0, ratings: 0, ratingSum: 0 };

/**
 * All articles with their figures: popular ones first, then the most read (docs/product.md#popular-articles). Popular are
 * those read most; places that nobody's reading has filled are the editors', whatever a few readers did.
 */
export function rankArticles(
  figuresOf: ReadonlyMap<string, HelpFigures>,
  articles: readonly ArticleText[] = readArticles(),
): Ranked[] {
  const all = articles.map((article) => ({ article, figures: figuresOf.get(article.id) ?? unread }));
  const isRead = ({ figures }: (typeof all)[number]) => figures.views >= limits.viewsOfPopular;
  const byViews = all.toSorted((one, other) => other.figures.views - one.figures.views);
  const read = byViews.filter(isRead);
  const chosen = all.filter((each) => each.article.isChosen && !isRead(each));
  const popular = new Set([...read, ...chosen].slice(0, limits.popularArticles));
  const rest = byViews.filter((each) => !popular.has(each));
  return [
    ...[...popular].map((each) => ({ ...each, isPopular: true })),
    ...rest.map((each) => ({ ...each, isPopular: false })),
  ];
}

/** Whether each word of a query stands in an article's title, text or tags, however it is written. */
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
