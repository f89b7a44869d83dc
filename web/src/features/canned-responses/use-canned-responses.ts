import type { CannedResponse } from "@deskhand/contract/canned-responses";
import { useMutation, useQuery, useQueryClient } from "@tanstack/react-query";
import { api } from "../../lib/api.ts";
import { failsOffline } from "../../lib/retries.ts";
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
  return { responses: data?.items ?? [], error, isPending, refetch: () => void refetch() };
}

export interface ResponseFields {
  title: string;
  content: string;
  category: string;
  tags: string[];
}

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
