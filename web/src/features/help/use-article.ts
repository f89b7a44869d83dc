import type { HelpArticle } from "@deskhand/contract/help/help";
import { useMutation, useQueryClient } from "@tanstack/react-query";
import { useEffect } from "react";
import { api } from "../../lib/api.ts";
import { failsOffline } from "../../lib/retries.ts";

/** What of the reader's own opinion changes. */
export type Vote = Partial<HelpArticle["own"]>;

/** Counts that an article was opened, once it is there; the server counts it once a day. */
export function useCountView(article: string, isThere: boolean): void {
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

/** Keeps what the reader thinks of an article, which shows at once; one change goes after the other. */
export function useVote(article: string) {
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
