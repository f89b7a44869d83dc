import { useMutation } from "@tanstack/react-query";
import { useCallback, useState } from "react";
import { retryDelay, retryPassing } from "../../../../lib/failure.ts";
import { followNewest, type Page, prependPage, replaceItem, startPaging } from "./paged-state.ts";

/** What an open ticket has of messages or notes: the newest page, kept up to date, and the older ones that were asked for. */
export function usePaged<Item extends { id: string }>(
  newest: Page<Item>,
  loadBefore: (id: string) => Promise<Page<Item>>,
) {
  const [state, setState] = useState(() => startPaging(newest));
  const current = state.page === newest.items ? state : followNewest(state, newest);
  if (current !== state) setState(current);

  const older = useMutation({
    mutationFn: loadBefore,
    retry: retryPassing,
    retryDelay,
    onSuccess: (page) => setState((known) => prependPage(known, page)),
  });
  const first = current.items[0]?.id;
  // Stable, so that four hundred messages are not drawn again for one.
  const replace = useCallback((item: Item) => setState((known) => replaceItem(known, item)), []);

  return {
    items: current.items,
    hasOlder: current.hasOlder,
    isLoadingOlder: older.isPending,
    olderError: older.error,
    loadOlder: () => first !== undefined && !older.isPending && older.mutate(first),
    replace,
  };
}
