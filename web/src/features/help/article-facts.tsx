import type { HelpArticleSummary } from "@deskhand/contract/help/help";
import { Clock, Eye, Star } from "lucide-react";
import type { ReactNode } from "react";
import { type CallError, failureText } from "../../lib/failure.ts";
import { counted } from "../../lib/format.ts";
import { Badge } from "../../ui/badge.tsx";
import { Banner } from "../../ui/banner.tsx";

/** A fact about an article, with its icon. */
export function ArticleFact({ icon, children }: { icon: ReactNode; children: ReactNode }) {
  return (
    <span className="inline-flex items-center gap-1.5 whitespace-nowrap">
      <span className="text-faint">{icon}</span>
      {children}
    </span>
  );
}

/** An article's reading time and number of views. */
export function ReadingFacts({ article }: { article: HelpArticleSummary }) {
  return (
    <>
      <ArticleFact icon={<Clock size={13} aria-hidden />}>{article.estimatedReadTime} min read</ArticleFact>
      <ArticleFact icon={<Eye size={13} aria-hidden />}>{counted(article.views, "view")}</ArticleFact>
    </>
  );
}

/** An article's rating, as "4.5/5 rating". */
export function RatingFact({ article: { rating } }: { article: HelpArticleSummary }) {
  return (
    <ArticleFact icon={<Star size={13} aria-hidden />}>
      {rating === null ? "No ratings yet" : `${rating}/5 rating`}
    </ArticleFact>
  );
}

/** Marks an article among the most read. */
export function PopularBadge() {
  return <Badge tone="amber">Popular</Badge>;
}

interface ListFailureProps {
  failure: "fetch" | "search";
  error: CallError | null;
  isRetrying: boolean;
  onRetry: () => unknown;
}

/** Says why articles could not be loaded, if so. */
export function ListFailure({ failure, error, isRetrying, onRetry }: ListFailureProps) {
  if (error === null) return null;
  return (
    <Banner kind="error" onRetry={() => void onRetry()} isRetrying={isRetrying} className="mt-3">
      {`Failed to ${failure} articles: ${failureText(error)}`}
    </Banner>
  );
}
