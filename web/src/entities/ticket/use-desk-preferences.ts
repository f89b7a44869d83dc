import { defaultPreferences } from "@deskhand/contract/desk/desk-choices";
import type { SomePreferences } from "@deskhand/contract/desk/preferences";
import { useMutation, useQuery, useQueryClient } from "@tanstack/react-query";
import { api } from "../../lib/api.ts";
import { waitsForNetwork } from "../../lib/retries.ts";

const FRESH_MS = 60_000;

/** How the user works through the tickets; a change shows at once, and is taken back with its reason if it fails. */
export function useDeskPreferences() {
  const cache = useQueryClient();
  const query = useQuery(api.desk.preferences.queryOptions({ staleTime: FRESH_MS }));
  const queryKey = api.desk.preferences.queryKey();
  const save = useMutation(
    api.desk.savePreferences.mutationOptions({
      // Saves one after the other, or an earlier change might arrive last.
      scope: { id: "desk-preferences" },
      ...waitsForNetwork,
      async onMutate(change) {
        await cache.cancelQueries({ queryKey });
        cache.setQueryData(queryKey, (before = defaultPreferences) => ({
          undoSeconds: change.undoSeconds ?? before.undoSeconds,
          afterSend: change.afterSend ?? before.afterSend,
          sendStatus: change.sendStatus ?? before.sendStatus,
          answerMode: change.answerMode ?? before.answerMode,
          sort: change.sort ?? before.sort,
        }));
      },
      onError: () => cache.invalidateQueries({ queryKey }),
    }),
  );
  const change = (part: SomePreferences) => save.mutate(part);
  return {
    /** The current preferences; the defaults until they are loaded. */
    preferences: query.data ?? defaultPreferences,
    isKnown: query.data !== undefined,
    change,
    /** Why loading or saving failed; for a banner. */
    failure:
      save.error === null
        ? { title: "Failed to load your choices", error: query.error, onRetry: () => void query.refetch() }
        : { title: "Not saved", error: save.error, onRetry: () => change(save.variables) },
  };
}
