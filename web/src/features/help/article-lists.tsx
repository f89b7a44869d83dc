import type { HelpArticleSummary } from "@deskhand/contract/help/help";
import { type HelpCategoryId, helpCategoryIds } from "@deskhand/contract/help/help-ids";
import { helpCategories } from "@deskhand/contract/help/help-topics";
import { limits } from "@deskhand/contract/limits";
import { keepPreviousData, useQuery } from "@tanstack/react-query";
import { Link } from "@tanstack/react-router";
import {
  ArrowRight,
  type LucideIcon,
  Mail,
  Rocket,
  SearchX,
  ShieldCheck,
  ShoppingBag,
  Ticket,
  Users,
} from "lucide-react";
import { useEffect } from "react";
import { api } from "../../lib/api.ts";
import { counted } from "../../lib/format.ts";
import { announce } from "../../ui/announcer.tsx";
import { Badge } from "../../ui/badge.tsx";
import { buttonClass } from "../../ui/button.tsx";
import { EmptyState } from "../../ui/empty-state.tsx";
import { Skeleton } from "../../ui/skeleton.tsx";
import { ListFailure, PopularBadge, RatingFact, ReadingFacts } from "./article-facts.tsx";
import type { HelpSearch } from "./help-search.ts";

const icons: Record<HelpCategoryId, LucideIcon> = {
  "getting-started": Rocket,
  "email-integration": Mail,
  integrations: ShoppingBag,
  "ticket-management": Ticket,
  "user-management": Users,
  security: ShieldCheck,
};

/** The categories with their numbers of articles, and the most read articles. */
export function TopicList() {
  return (
    <>
      <ul className="mt-3 grid gap-3 sm:grid-cols-2 xl:grid-cols-3">
        {helpCategoryIds.map((id) => (
          <CategoryCard key={id} id={id} />
        ))}
      </ul>
      <MostPopular />
    </>
  );
}

function CategoryCard({ id }: { id: HelpCategoryId }) {
  const { name, description } = helpCategories[id];
  // The categories are readable without the counts.
  const { data } = useQuery(api.help.categories.queryOptions());
  const count = data?.items.find((each) => each.id === id)?.articleCount;
  const Icon = icons[id];
  return (
    <li className="flex">
      <Link
        to="/dashboard/help"
        search={{ category: id }}
        className="group flex min-w-0 flex-1 flex-col rounded-panel border border-line bg-panel px-4 py-3.5 transition-colors duration-120 hover:border-edge hover:bg-hover"
      >
        <span className="flex items-center gap-2.5">
          <Icon size={17} aria-hidden className="shrink-0 text-accent" />
          <span className="min-w-0 flex-1 font-semibold">{name}</span>
          {count !== undefined && <span className="text-soft text-xs tabular">{counted(count, "article")}</span>}
        </span>
        <span className="mt-1 block flex-1 text-sm text-soft">{description}</span>
        <span className="mt-2 flex items-center gap-1 text-accent text-sm">
          View articles
          <ArrowRight size={14} aria-hidden />
        </span>
      </Link>
    </li>
  );
}

/** The most popular articles, numbered. */
function MostPopular() {
  const { data, error, isFetching, refetch } = useQuery(api.help.list.queryOptions({ input: {} }));
  const popular = data?.items.filter(({ isPopular }) => isPopular).slice(0, limits.mostPopularArticles);
  return (
    <section aria-labelledby="popular-articles" aria-busy={data === undefined && error === null} className="mt-6">
      <h3 id="popular-articles" className="font-semibold">
        Most Popular Articles
      </h3>
      <ListFailure
        failure="fetch"
        error={data === undefined ? error : null}
        isRetrying={isFetching}
        onRetry={refetch}
      />
      {data === undefined && error === null && <Skeleton className="mt-3 h-44 w-full rounded-panel" />}
      {popular !== undefined && (
        <ol className="mt-3 divide-y divide-line overflow-clip rounded-panel border border-line bg-panel">
          {popular.map((article, index) => (
            <li key={article.id}>
              <Link
                to="/dashboard/help"
                search={{ article: article.id }}
                className="flex items-center gap-3.5 px-4 py-3 transition-colors duration-120 hover:bg-hover focus-visible:outline-offset-[-2px]"
              >
                <span
                  aria-hidden
                  className="grid size-7 shrink-0 place-items-center rounded-full border border-line bg-raised font-semibold text-sm tabular"
                >
                  {index + 1}
                </span>
                <span className="min-w-0 flex-1">
                  <span className="block font-medium">{article.title}</span>
                  <span className="mt-0.5 flex flex-wrap gap-x-3.5 gap-y-0.5 text-soft text-xs tabular">
                    <ReadingFacts article={article} />
                    <span>{helpCategories[article.category].name}</span>
                  </span>
                </span>
              </Link>
            </li>
          ))}
        </ol>
      )}
    </section>
  );
}

interface SearchResultsProps {
  category: HelpCategoryId | undefined;
  /** The search text; empty for the whole category. */
  query: string;
}

/** The articles of a category or search. */
export function SearchResults({ category, query }: SearchResultsProps) {
  const { data, error, isFetching, refetch } = useArticles(category, query.slice(0, limits.searchLength));
  const found = data && `Found ${counted(data.length, "article")}${query === "" ? "" : ` matching "${query}"`}`;
  useEffect(() => {
    if (found !== undefined) announce(found);
  }, [found]);
  return (
    <div aria-busy={data === undefined && error === null} className="mt-4">
      <div className="flex flex-wrap items-baseline gap-x-3 gap-y-1">
        <h3 className="font-semibold text-base">
          {category === undefined ? "Search Results" : helpCategories[category].name}
        </h3>
        <p className="mr-auto min-h-5 text-soft break-anywhere tabular">{found}</p>
        <Link to="/dashboard/help" className="rounded-tag text-accent underline-offset-3 hover:underline">
          ← Back to All Topics
        </Link>
      </div>
      <ListFailure
        failure={query === "" ? "fetch" : "search"}
        error={error}
        isRetrying={isFetching}
        onRetry={refetch}
      />
      {data === undefined && error === null && <Skeleton className="mt-3 h-60 w-full rounded-panel" />}
      {data?.length === 0 && (
        <EmptyState
          icon={<SearchX size={20} aria-hidden />}
          title="No Articles Found"
          action={
            <Link to="/dashboard/help" className={buttonClass()}>
              Browse All Topics
            </Link>
          }
          className="mt-3 rounded-panel border border-line bg-panel"
        >
          Try other words, or fewer of them.
        </EmptyState>
      )}
      {data !== undefined && data.length > 0 && (
        <ul className="mt-3 grid gap-3 lg:grid-cols-2">
          {data.map((article) => (
            <ResultCard key={article.id} article={article} from={{ category, search: query }} />
          ))}
        </ul>
      )}
    </div>
  );
}

/** During another search the previous results stay; those of another category do not. */
function useArticles(category: HelpCategoryId | undefined, query: string) {
  const ofCategory = { ...(category !== undefined && { category }) };
  const all = useQuery(
    api.help.list.queryOptions({ input: ofCategory, enabled: query === "", select: ({ items }) => items }),
  );
  const found = useQuery(
    api.help.search.queryOptions({
      input: { query, ...ofCategory },
      enabled: query !== "",
      placeholderData: keepPreviousData,
      select: ({ items }) => items,
    }),
  );
  return query === "" ? all : found;
}

interface ResultCardProps {
  article: HelpArticleSummary;
  /** The search it was found by, to which the article leads back. */
  from: HelpSearch;
}

function ResultCard({ article, from }: ResultCardProps) {
  return (
    <li className="flex">
      <Link
        to="/dashboard/help"
        search={{ ...from, article: article.id }}
        className="flex min-w-0 flex-1 flex-col rounded-panel border border-line bg-panel px-4 py-3.5 transition-colors duration-120 hover:border-edge hover:bg-hover"
      >
        <span className="flex flex-wrap items-center gap-1.5">
          {article.isPopular && <PopularBadge />}
          <Badge>{helpCategories[article.category].name}</Badge>
        </span>
        <span className="mt-1.5 font-semibold">{article.title}</span>
        <span className="mt-0.5 line-clamp-2 text-sm text-soft">{article.summary}</span>
        <span className="mt-auto flex flex-wrap gap-x-3.5 gap-y-0.5 pt-2 text-soft text-xs tabular">
          <ReadingFacts article={article} />
          <RatingFact article={article} />
        </span>
      </Link>
    </li>
  );
}
