import type { CannedResponse } from "@deskhand/contract/canned-responses";
import { isFoundBy } from "@deskhand/contract/search/search-line";
import { useMutation, useQuery, useQueryClient } from "@tanstack/react-query";
import type { ReplyDraft } from "../../entities/ticket/reply-draft.ts";
import { rememberTold, writtenTo } from "../../entities/ticket/told-order.ts";
import { api } from "../../lib/api.ts";
import { draftKey, readFields, useDraft } from "../../lib/drafts.ts";
import { failsOffline } from "../../lib/retries.ts";
import { useSession } from "../../lib/session.ts";
import { announce } from "../../ui/announcer.tsx";

/** The store's canned responses; asked for anew each time they are opened, as colleagues change them. */
export function useCannedResponses() {
  const { data, error, isPending, refetch } = useQuery(
    api.cannedResponses.list.queryOptions({
      refetchOnMount: "always",
      // Without a network it says so at once, and loads by itself when there is one again.
      ...failsOffline,
    }),
  );
  return { responses: data?.items ?? [], error, isPending, refetch };
}

type ResponseFields = Pick<CannedResponse, "title" | "content" | "category" | "tags">;

/** Makes a response or saves it; the same request repeated does nothing more. */
export function useSaveResponse(onSaved: (saved: CannedResponse) => void) {
  const cache = useQueryClient();
  return useMutation({
    mutationFn: ({ fields, target }: { fields: ResponseFields; target: SaveTarget }) =>
      "expectedUpdatedAt" in target
        ? api.cannedResponses.update.call({ ...fields, ...target })
        : api.cannedResponses.create.call({ ...fields, ...target }),
    ...failsOffline,
    onSuccess(saved) {
      announce(`Saved ${saved.title}`);
      onSaved(saved);
    },
    onSettled: () => cache.invalidateQueries({ queryKey: api.cannedResponses.list.key() }),
  });
}

/** What is saved: a new response under its key, or one that is there as it was last seen. */
export type SaveTarget = { idempotencyKey: string } | { id: string; expectedUpdatedAt: string };

/** Hides a response for everybody. */
export function useDeleteResponse(onDeleted: () => void) {
  const cache = useQueryClient();
  return useMutation({
    mutationFn: ({ id }: CannedResponse) => api.cannedResponses.delete.call({ id }),
    onSuccess(_deleted, { title }) {
      announce(`Deleted ${title}`);
      onDeleted();
    },
    onSettled: () => cache.invalidateQueries({ queryKey: api.cannedResponses.list.key() }),
  });
}

/**
 * Gets a response's text for a reply, filled in for those it goes to, and hands it on, unless what it was chosen in was closed meanwhile: the
 * reply may have been written by hand since. A response that was deleted leaves the list.
 */
export function useChosenResponse(
  { ticket: { id: ticketId }, recipients }: Pick<ReplyDraft, "ticket" | "recipients">,
  onChosen: (content: string, title: string) => void,
) {
  const cache = useQueryClient();
  const userId = useSession().user?.id ?? "";
  const fill = useMutation({
    mutationFn: ({ id }: CannedResponse) => api.cannedResponses.fill.call({ id, ticketId, ...writtenTo(recipients) }),
    onError: () => cache.invalidateQueries({ queryKey: api.cannedResponses.list.key() }),
  });
  return {
    isChoosing: fill.isPending,
    error: fill.error,
    clearError: fill.reset,
    choose(response: CannedResponse) {
      if (fill.isPending) return;
      fill.mutate(response, {
        onSuccess({ content, values, owner }, { title }) {
          rememberTold(userId, ticketId, values, owner);
          announce(`Used ${title}`);
          onChosen(content, title);
        },
      });
    },
  };
}

interface Kept extends ResponseFields {
  /** When the response that is edited was last changed before that; "" for a new one. */
  since: string;
}

const nothing: Kept = { title: "", content: "", category: "", tags: [], since: "" };

/** What is written of a response, kept in this browser until it is saved or given up; `since` is what it started from. */
export function useResponseDraft(response: CannedResponse | null) {
  const userId = useSession().user?.id ?? "";
  const [kept, keep] = useDraft(draftKey(userId, "canned-response", response?.id ?? "new"));
  const start: Kept = response === null ? nothing : { ...response, since: response.updatedAt };
  const fields = readFields(kept, start);
  return {
    fields,
    change: (part: Partial<Kept>) => {
      const { title, content, category, tags, since } = { ...fields, ...part };
      keep(JSON.stringify({ title, content, category, tags, since }));
    },
    forget: () => keep(""),
  };
}

/** The responses of a category ("" for all) that have every word of a search, in title, category, tags or content. */
export function findResponses(responses: readonly CannedResponse[], search: string, category = ""): CannedResponse[] {
  const isFound = isFoundBy(search);
  return responses.filter(
    (response) =>
      (category === "" || response.category === category) &&
      isFound([response.title, response.category, ...response.tags, response.content].join("\n")),
  );
}

/** The categories there are, each once, by name. */
export function categoriesOf(responses: readonly CannedResponse[]): string[] {
  return [...new Set(responses.map(({ category }) => category))].sort((a, b) => a.localeCompare(b));
}
