import type { NotificationPreferences } from "@deskhand/contract/notifications";
import { useMutation, useQuery, useQueryClient } from "@tanstack/react-query";
import { useState } from "react";
import { api } from "../../lib/api.ts";
import { failureText } from "../../lib/failure.ts";
import { waitsForNetwork } from "../../lib/retries.ts";

interface Choices {
  /** Undefined until they are known. */
  choices: NotificationPreferences | undefined;
  change: (changed: Partial<NotificationPreferences>) => void;
  /** Why they could not be loaded or a change was not kept. */
  failure: { title: string; text: string; retry: () => void } | null;
}

/** What the user wants to be notified of, and how; a change shows at once and is undone with its reason if it fails. */
export function useChoices(): Choices {
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
      onSettled: async () => {
        // Else the response to this change would undo the next on the screen.
        if (cache.isMutating({ mutationKey }) > 1) return;
        await cache.invalidateQueries({ queryKey });
        setChanged(undefined);
      },
    }),
  );
  const choices = changed ?? query.data;

  function keep(next: NotificationPreferences) {
    setChanged(next);
    save.mutate(next);
  }

  function failure(): Choices["failure"] {
    const { error, variables } = save;
    if (error !== null) {
      return { title: "Not saved", text: failureText(error), retry: () => variables && keep(variables) };
    }
    if (query.error === null) return null;
    const retry = () => void query.refetch();
    return { title: "Failed to load your choices", text: failureText(query.error), retry };
  }

  return {
    choices,
    change: (part) => choices && keep({ ...choices, ...part }),
    failure: failure(),
  };
}
