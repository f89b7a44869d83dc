import type { CannedResponse } from "@deskhand/contract/canned-responses";
import { isFoundBy } from "@deskhand/contract/search/search-line";
import { useMutation, useQuery, useQueryClient } from "@tanstack/react-query";
import { useState } from "react";
import { type ActionDraft, actionDrafts } from "../../entities/ticket/action-draft.ts";
import type { ReplyDraft } from "../../entities/ticket/reply-draft.ts";
import { rememberTold, writtenTo } from "../../entities/ticket/told-order.ts";
import { api } from "../../lib/api.ts";
import { draftKey, readFields, useDraft } from "../../lib/drafts.ts";
import { failsOffline } from "../../lib/retries.ts";
import { useSession } from "../../lib/session.ts";
import { announce } from "../../ui/announcer.tsx";

/** The store's canned responses, refetched on each opening, as colleagues change them. */
export function useCannedResponses() {
  const { data, error, isPending, refetch } = useQuery(
    api.cannedResponses.list.queryOptions({
      refetchOnMount: "always",
      // Offline it says so at once and loads when the network returns.
      ...failsOffline,
    }),
  );
  return { responses: data?.items ?? [], error, isPending, refetch };
}

/** What choosing a response takes of the reply being written. */
export type ChoosingDraft = Pick<ReplyDraft, "ticket" | "recipients" | "takeMacro">;

type ResponseFields = Pick<CannedResponse, "title" | "content" | "category" | "tags" | "actions">;

/** Creates or saves a response; a repeated request has no further effect. */
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

/** Creates a response under its key, for everybody, a team or oneself, or changes one as it was last seen; it can be shared further. */
export type SaveTarget =
  | { idempotencyKey: string; isOwn: boolean; teamId: string | null }
  | { id: string; expectedUpdatedAt: string; isOwn?: false; teamId?: string | null };

/** Deletes a response for everybody. */
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
 * Fetches a response's text for a reply, filled in for its recipients, and passes it on with its actions unless the picker was closed
 * meanwhile, as the reply may have been edited since; the text of a macro of actions alone is "". A deleted response is removed from the list.
 */
export function useChosenResponse(
  { ticket: { id: ticketId }, recipients, takeMacro }: ChoosingDraft,
  onChosen: (content: string, title: string) => void,
) {
  const cache = useQueryClient();
  const userId = useSession().user?.id ?? "";
  const fill = useMutation({
    mutationFn: ({ response: { id }, orderNumber }: { response: CannedResponse; orderNumber: string | undefined }) =>
      api.cannedResponses.fill.call({ id, ticketId, orderNumber, ...writtenTo(recipients) }),
    onError: () => cache.invalidateQueries({ queryKey: api.cannedResponses.list.key() }),
  });
  function use({ id, title, actions }: CannedResponse, content: string) {
    announce(`Used ${title}`);
    takeMacro({ id, title, actions });
    onChosen(content, title);
  }
  return {
    isChoosing: fill.isPending,
    error: fill.error,
    clearError: fill.reset,
    /** Takes the order that it tells of, where that is not the ticket's. */
    choose(response: CannedResponse, orderNumber?: string) {
      if (fill.isPending) return;
      // A macro of actions alone leaves the text as it is.
      if (response.content === "") return use(response, "");
      const asked = { response, orderNumber };
      fill.mutate(asked, {
        onSuccess({ content, values, owner }) {
          rememberTold(userId, ticketId, values, owner);
          use(response, content);
        },
      });
    },
  };
}

interface StoredDraft extends Omit<ResponseFields, "actions"> {
  actions: ActionDraft[];
  isOwn: boolean;
  /** "" for no team. */
  teamId: string;
  /** When the edited response had last changed when the draft began; "" for a new one. */
  since: string;
}

const emptyDraft: StoredDraft = {
  title: "",
  content: "",
  category: "",
  tags: [],
  actions: [],
  isOwn: false,
  teamId: "",
  since: "",
};

/** The draft of a response as it is. */
export function draftOfResponse(response: CannedResponse): StoredDraft {
  const { actions, teamId, updatedAt } = response;
  return { ...response, actions: actionDrafts(actions), teamId: teamId ?? "", since: updatedAt };
}

/** The draft of a response, kept in this browser until saved or discarded; `since` is the version it is based on. */
export function useResponseDraft(response: CannedResponse | null) {
  const userId = useSession().user?.id ?? "";
  const [stored, store] = useDraft(draftKey(userId, "canned-response", response?.id ?? "new"));
  const [start] = useState(() => (response === null ? emptyDraft : draftOfResponse(response)));
  const fields = readFields(stored, start);
  return {
    fields,
    change: (part: Partial<StoredDraft>) => {
      const { title, content, category, tags, actions, isOwn, teamId, since } = { ...fields, ...part };
      store(JSON.stringify({ title, content, category, tags, actions, isOwn, teamId, since }));
    },
    forget: () => store(""),
  };
}

/**
 * Returns the responses of a category ("" for all) that contain every search word in title, category, tags or content.
 */
export function findResponses(responses: readonly CannedResponse[], search: string, category = ""): CannedResponse[] {
  const isFound = isFoundBy(search);
  return responses.filter(
    (response) =>
      (category === "" || response.category === category) &&
      isFound([response.title, response.category, ...response.tags, response.content].join("\n")),
  );
}

/** Returns the distinct categories by name. */
export function categoriesOf(responses: readonly CannedResponse[]): string[] {
  return [...new Set(responses.map(({ category }) => category))].sort((a, b) => a.localeCompare(b));
}
