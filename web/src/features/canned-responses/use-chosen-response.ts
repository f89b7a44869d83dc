import type { CannedResponse } from "@deskhand/contract/canned-responses";
import { useMutation, useQueryClient } from "@tanstack/react-query";
import { api } from "../../lib/api.ts";
import { announce } from "../../ui/announcer.tsx";

/**
 * Gets a response's text for a ticket, filled in, and hands it on, unless what it was chosen in was closed meanwhile: the
 * reply may have been written by hand since. A response that was deleted leaves the list.
 */
export function useChosenResponse(ticketId: string, onChosen: (content: string, title: string) => void) {
  const cache = useQueryClient();
  const fill = useMutation({
    mutationFn: ({ id }: CannedResponse) => api.cannedResponses.fill.call({ id, ticketId }),
    onError: () => cache.invalidateQueries({ queryKey: api.cannedResponses.list.key() }),
  });
  return {
    choosing: fill.isPending ? fill.variables.id : null,
    error: fill.error,
    clearError: fill.reset,
    choose(response: CannedResponse) {
      if (fill.isPending) return;
      fill.mutate(response, {
        onSuccess({ content }, { title }) {
          announce(`Used ${title}`);
          onChosen(content, title);
        },
      });
    },
  };
}
