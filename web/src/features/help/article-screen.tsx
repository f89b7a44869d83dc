import type { HelpArticle } from "@deskhand/contract/help/help";
import { helpCategories } from "@deskhand/contract/help/help-topics";
import { useQuery } from "@tanstack/react-query";
import { Link, useNavigate } from "@tanstack/react-router";
import { ArrowLeft, CalendarDays } from "lucide-react";
import { api } from "../../lib/api.ts";
import { isMissing } from "../../lib/failure.ts";
import { formatDay } from "../../lib/format.ts";
import { DetailAbsent } from "../../screens/detail-absent.tsx";
import { Badge } from "../../ui/badge.tsx";
import { Skeleton } from "../../ui/skeleton.tsx";
import { TagList } from "../../ui/tag-list.tsx";
import { ArticleFact, PopularBadge, RatingFact, ReadingFacts } from "./article-facts.tsx";
import { ArticleText } from "./article-text.tsx";
import { ArticleVotes } from "./article-votes.tsx";
import type { HelpSearch } from "./help-search.ts";
import { useCountView } from "./use-article.ts";

interface ArticleScreenProps {
  id: string;
  /** What was shown before: the way back leads there. */
  shown: HelpSearch;
}

/** One article, and what its reader thinks of it. */
export function ArticleScreen({ id, shown: { category, search } }: ArticleScreenProps) {
  const navigate = useNavigate();
  const before = { category, search };
  const { data, error, refetch } = useQuery(api.help.article.queryOptions({ input: { article: id } }));
  useCountView(id, data !== undefined);
  return (
    <article className="mx-auto max-w-190">
      <Link
        to="/dashboard/help"
        search={before}
        className="inline-flex items-center gap-1.5 rounded-tag text-soft transition-colors duration-120 hover:text-ink"
      >
        <ArrowLeft size={15} aria-hidden />
        Back to Help Center
      </Link>
      {data === undefined && <h1 className="sr-only">Help & Knowledge</h1>}
      {data === undefined && error === null && <Skeleton className="mt-4 h-100 w-full rounded-panel" />}
      {data === undefined && error !== null && (
        <DetailAbsent
          noun="Article"
          error={error}
          isMissing={isMissing(error, "help_article_not_found")}
          failureTitle="Failed to fetch article"
          closeText="Browse All Topics"
          onRetry={() => void refetch()}
          onClose={() => void navigate({ to: "/dashboard/help" })}
        >
          It may have another name by now, or the link is incomplete.
        </DetailAbsent>
      )}
      {data !== undefined && <ArticleBody article={data} />}
    </article>
  );
}

function ArticleBody({ article }: { article: HelpArticle }) {
  return (
    <>
      <div className="mt-4 flex flex-wrap items-center gap-1.5">
        <Badge>{helpCategories[article.category].name}</Badge>
        {article.isPopular && <PopularBadge />}
      </div>
      <h1 className="mt-2 text-balance font-semibold text-2xl">{article.title}</h1>
      <div className="mt-2 flex flex-wrap gap-x-4 gap-y-1 text-sm text-soft tabular">
        <ReadingFacts article={article} />
        <RatingFact article={article} />
        <ArticleFact icon={<CalendarDays size={13} aria-hidden />}>
          Updated {formatDay(article.lastUpdated)}
        </ArticleFact>
      </div>
      <ArticleText html={article.html} />
      <div className="mt-6">
        <TagList tags={article.tags} />
      </div>
      <ArticleVotes article={article} />
    </>
  );
}
