import type { HelpArticle } from "@deskhand/contract/help/help";
import { helpCategories } from "@deskhand/contract/help/help-topics";
import { useMutation, useQuery, useQueryClient } from "@tanstack/react-query";
import { Link, useNavigate, useRouter } from "@tanstack/react-router";
import { ArrowLeft, CalendarDays, Star, ThumbsDown, ThumbsUp } from "lucide-react";
import { type MouseEvent, useEffect, useId } from "react";
import { api } from "../../lib/api.ts";
import { isMissing } from "../../lib/failure.ts";
import { formatDay } from "../../lib/format.ts";
import { failsOffline } from "../../lib/retries.ts";
import { DetailAbsent } from "../../screens/detail-parts.tsx";
import { FailureLine } from "../../screens/failure-line.tsx";
import { Badge } from "../../ui/badge.tsx";
import { Button } from "../../ui/button.tsx";
import { cx } from "../../ui/cx.ts";
import { Skeleton } from "../../ui/skeleton.tsx";
import { TagList } from "../../ui/tag-list.tsx";
import { ArticleFact, PopularBadge, RatingFact, ReadingFacts } from "./article-facts.tsx";
import type { HelpSearch } from "./help-search.ts";

interface ArticleScreenProps {
  id: string;
  /** The list shown before, to which the article leads back. */
  shown: HelpSearch;
}

/** An article with its votes. */
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

/** The styles of an article's headings, lists, tables and keys. */
const look = [
  "mt-6 leading-6 text-ink break-anywhere",
  "[&_p]:my-3 [&_h2]:mt-7 [&_h2]:mb-2 [&_h2]:font-semibold [&_h2]:text-lg [&_h3]:mt-5 [&_h3]:mb-1.5 [&_h3]:font-semibold",
  "[&_ol]:my-3 [&_ol]:list-decimal [&_ol]:pl-6 [&_ul]:my-3 [&_ul]:list-disc [&_ul]:pl-6 [&_li]:my-1 [&_li]:pl-1",
  "[&_a]:rounded-tag [&_a]:text-accent [&_a]:underline [&_a]:underline-offset-3 [&_strong]:font-semibold",
  "[&_code]:rounded-tag [&_code]:bg-raised [&_code]:px-1 [&_code]:py-0.5 [&_code]:font-mono [&_code]:text-sm",
  "[&_table]:my-4 [&_table]:w-full [&_table]:text-left [&_table]:wrap-normal [&_td]:border-line [&_td]:border-t [&_td]:py-2 [&_td]:pr-3 [&_td]:align-top",
  "[&_th]:py-1.5 [&_th]:pr-3 [&_th]:font-medium [&_th]:text-sm [&_th]:text-soft",
].join(" ");

/** An article's text. Links to other articles and screens do not reload the page. */
function ArticleText({ html }: { html: string }) {
  const { history } = useRouter();

  function follow(event: MouseEvent<HTMLDivElement>) {
    const link = event.target instanceof Element ? event.target.closest("a") : null;
    const href = link?.getAttribute("href");
    const isOwn = href?.startsWith("/dashboard") === true;
    if (!isOwn || event.button !== 0 || event.metaKey || event.ctrlKey || event.shiftKey || event.altKey) return;
    event.preventDefault();
    history.push(href);
  }

  return (
    // biome-ignore lint/a11y/noStaticElementInteractions: it only watches the links inside, which are the interactive ones.
    // biome-ignore lint/a11y/useKeyWithClickEvents: Enter on a link is a click.
    <div
      onClick={follow}
      className={look}
      // biome-ignore lint/security/noDangerouslySetInnerHtml: it comes from Deskhand's own files, whose HTML is escaped.
      dangerouslySetInnerHTML={{ __html: html }}
    />
  );
}

/** Whether an article was helpful, and its stars: one vote for each reader, which can be changed. */
function ArticleVotes({ article: { id, own } }: { article: HelpArticle }) {
  const vote = useVote(id);
  const give = (given: Vote) => vote.mutate({ article: id, ...given });
  return (
    <section
      aria-labelledby="article-votes"
      className="mt-6 flex flex-col gap-3 rounded-panel border border-line bg-panel px-4 py-4"
    >
      <h2 id="article-votes" className="font-semibold">
        Was this article helpful?
      </h2>
      <div className="flex flex-wrap gap-2">
        <ChoiceButton
          isChosen={own.isHelpful === true}
          icon={<ThumbsUp size={15} aria-hidden />}
          onChoose={() => give({ isHelpful: true })}
        >
          Yes, helpful
        </ChoiceButton>
        <ChoiceButton
          isChosen={own.isHelpful === false}
          icon={<ThumbsDown size={15} aria-hidden />}
          onChoose={() => give({ isHelpful: false })}
        >
          No, not helpful
        </ChoiceButton>
      </div>
      <StarRating label="Rate this article:" value={own.rating} onChange={(rating) => give({ rating })} />
      <p role="status" className="text-green text-sm empty:hidden">
        {/* The reader may leave: the vote is saved. */}
        {own.isHelpful !== null &&
          !vote.isPending &&
          "Thank you for your feedback! This helps us improve our documentation."}
      </p>
      <FailureLine error={vote.error} onRetry={() => vote.variables && vote.mutate(vote.variables)} />
    </section>
  );
}

interface ChoiceButtonProps {
  isChosen: boolean;
  icon: React.ReactNode;
  onChoose: () => void;
  children: string;
}

function ChoiceButton({ isChosen, icon, onChoose, children }: ChoiceButtonProps) {
  return (
    <Button
      aria-pressed={isChosen}
      icon={icon}
      onClick={onChoose}
      className={cx(isChosen && "border-accent/60 bg-accent/16 text-accent")}
    >
      {children}
    </Button>
  );
}

/** A change of the reader's vote. */
type Vote = Partial<HelpArticle["own"]>;

/** Counts a view once the article is shown; the server counts one a day. */
function useCountView(article: string, isThere: boolean): void {
  const cache = useQueryClient();
  const { mutate } = useMutation(
    api.help.countView.mutationOptions({
      onSuccess({ views }) {
        const queryKey = api.help.article.queryKey({ input: { article } });
        cache.setQueryData(queryKey, (shown) => shown && { ...shown, views });
        forgetLists(cache);
      },
    }),
  );
  useEffect(() => {
    if (isThere) mutate({ article });
  }, [article, isThere, mutate]);
}

/** Saves the reader's vote, shown at once; changes are sent one after another. */
function useVote(article: string) {
  const cache = useQueryClient();
  const queryKey = api.help.article.queryKey({ input: { article } });
  return useMutation(
    api.help.vote.mutationOptions({
      ...failsOffline,
      scope: { id: `help-vote:${article}` },
      async onMutate({ isHelpful, rating }) {
        await cache.cancelQueries({ queryKey });
        cache.setQueryData(queryKey, (shown) => {
          if (shown === undefined) return undefined;
          const { own } = shown;
          return { ...shown, own: { isHelpful: isHelpful ?? own.isHelpful, rating: rating ?? own.rating } };
        });
      },
      onSuccess(saved) {
        cache.setQueryData(queryKey, saved);
        forgetLists(cache);
      },
      onError: () => cache.invalidateQueries({ queryKey }),
    }),
  );
}

function forgetLists(cache: ReturnType<typeof useQueryClient>): void {
  void cache.invalidateQueries({ queryKey: api.help.list.key() });
  void cache.invalidateQueries({ queryKey: api.help.search.key() });
}

interface StarRatingProps {
  label: string;
  /** 1 to 5; null for no vote. */
  value: number | null;
  onChange: (stars: number) => void;
}

/** Five stars as a group of radio buttons, so that arrow keys choose. */
function StarRating({ label, value, onChange }: StarRatingProps) {
  const name = useId();
  return (
    <fieldset className="flex flex-wrap items-center gap-x-3 gap-y-1.5">
      <legend className="float-left text-soft">{label}</legend>
      <div className="group flex">
        {[1, 2, 3, 4, 5].map((stars) => (
          <label
            key={stars}
            title={starsText(stars)}
            className={cx(
              "relative grid size-9 place-items-center rounded-control transition-colors duration-120 hover:bg-hover",
              "has-focus-visible:outline-2 has-focus-visible:outline-accent has-focus-visible:-outline-offset-2",
              stars <= (value ?? 0) ? "text-amber" : "text-edge",
            )}
          >
            <input
              type="radio"
              name={name}
              value={stars}
              checked={stars === value}
              onChange={() => onChange(stars)}
              className="absolute inset-0 size-full cursor-pointer opacity-0"
            />
            <Star size={20} aria-hidden className={cx(stars <= (value ?? 0) && "fill-current")} />
            <span className="sr-only">{starsText(stars)}</span>
          </label>
        ))}
      </div>
    </fieldset>
  );
}

function starsText(stars: number): string {
  return `${stars} star${stars === 1 ? "" : "s"}`;
}
