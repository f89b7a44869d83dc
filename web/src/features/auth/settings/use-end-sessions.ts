import type { SessionList } from "@deskhand/contract/account";
import { isDefinedError } from "@orpc/client";
import { useMutation, useQueryClient } from "@tanstack/react-query";
import { api } from "../../../lib/api.ts";
import { failsOffline } from "../../../lib/retries.ts";
import { announce } from "../../../ui/announcer.tsx";

/** Ends one other session, by its id, or "others"; the list then shows those that are left. */
export function useEndSessions() {
  const cache = useQueryClient();
  const queryKey = api.account.sessions.queryKey();

  const end = useMutation({
    mutationFn: (id: string): Promise<SessionList> =>
      id === "others" ? api.account.endOtherSessions.call() : api.account.endSession.call({ id }),
    ...failsOffline,
    onSuccess(list, id) {
      cache.setQueryData(queryKey, list);
      announce(id === "others" ? "Signed out everywhere else" : "Signed out there");
    },
    // The list may be old: it shows what there is.
    onError: () => cache.invalidateQueries({ queryKey }),
  });

  // Ended already is what was wanted.
  const isOver = isDefinedError(end.error) && end.error.code === "session_not_found";
  return {
    /** What is being ended: a session's id, "others", or null. */
    ending: end.isPending ? end.variables : null,
    error: isOver ? null : end.error,
    clearError: end.reset,
    end: (id: string) => end.mutate(id),
  };
}
