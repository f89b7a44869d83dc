import type { NotificationPreferences } from "@deskhand/contract/notifications";
import { useMutation, useQuery, useQueryClient } from "@tanstack/react-query";
import { api } from "../../lib/api.ts";
import { failureText, retryDelay, retryPassing } from "../../lib/failure.ts";

interface Choices {
  /** Undefined until they are known. */
  choices: NotificationPreferences | undefined;
  change: (changed: Partial<NotificationPreferences>) => void;
  /** Why they could not be loaded or a change was not kept. */
  failure: { title: string; text: string; retry: () => void } | null;
}

/** What the user wants to be told of, and how; a change shows at once and is undone with its reason if it fails. */
export function useChoices(): Choices {
  const cache = useQueryClient();
  const queryKey = api.notifications.preferences.queryKey();
  const mutationKey = api.notifications.setPreferences.mutationKey();
  const query = useQuery(api.notifications.preferences.queryOptions({ staleTime: 0 }));
  const save = useMutation(
    api.notifications.setPreferences.mutationOptions({
      // One after the other, or an earlier change might arrive last.
      scope: { id: "notification-choices" },
      retry: retryPassing,
      retryDelay,
      onMutate: async (choices) => {
        await cache.cancelQueries({ queryKey });
        cache.setQueryData(queryKey, choices);
      },
      onSettled: async () => {
        // Else the answer to this change would undo the next on the screen.
        if (cache.isMutating({ mutationKey }) === 1) await cache.invalidateQueries({ queryKey });
      },
    }),
  );

  function change(changed: Partial<NotificationPreferences>) {
    const choices = cache.getQueryData(queryKey);
    if (choices !== undefined) save.mutate({ ...choices, ...changed });
  }

  const { error: saveError, variables } = save;
  if (saveError !== null) {
    const retry = () => variables && save.mutate(variables);
    return { choices: query.data, change, failure: { title: "Not saved", text: failureText(saveError), retry } };
  }
  const failure = query.error && {
    title: "Failed to load your choices",
    text: failureText(query.error),
    retry: () => void query.refetch(),
  };
  return { choices: query.data, change, failure };
}
