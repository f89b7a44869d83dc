import type { NotificationPreferences } from "@deskhand/contract/notifications";
import { useMutation, useQuery, useQueryClient } from "@tanstack/react-query";
import { useState } from "react";
import { api } from "../../lib/api.ts";
import { waitsForNetwork } from "../../lib/retries.ts";

/** What the user wants to be notified of, and how; a change shows at once and is undone with its reason if it fails. */
export function useChoices() {
  const cache = useQueryClient();
  const [changed, setChanged] = useState<NotificationPreferences>();
  const query = useQuery(api.notifications.preferences.queryOptions({ staleTime: 0 }));
  const queryKey = api.notifications.preferences.queryKey();
  const mutationKey = api.notifications.setPreferences.mutationKey();
  const save = useMutation(
    api.notifications.setPreferences.mutationOptions({
      // One after the other, or an earlier change might arrive last.
      scope: { id: "notification-choices" },
      ...waitsForNetwork,
      onMutate: () => cache.cancelQueries({ queryKey }),
      // The next change cancels what is loaded below.
      onSuccess: (kept) => void cache.setQueryData(queryKey, kept),
      onSettled: async (_kept, _error, sent) => {
        // Else the response to this change would undo the next on the screen.
        if (cache.isMutating({ mutationKey }) > 1) return;
        await cache.invalidateQueries({ queryKey });
        setChanged((now) => (now === sent ? undefined : now));
      },
    }),
  );
  const choices = changed ?? query.data;

  function keep(next: NotificationPreferences) {
    setChanged(next);
    save.mutate(next);
  }

  return {
    /** Undefined until they are known. */
    choices,
    change: (part: Partial<NotificationPreferences>) => choices && keep({ ...choices, ...part }),
    /** Why they could not be loaded or a change was not kept; for a banner. */
    failure:
      save.error === null
        ? { title: "Failed to load your choices", error: query.error, onRetry: () => void query.refetch() }
        : { title: "Not saved", error: save.error, onRetry: () => keep(save.variables) },
  };
}
