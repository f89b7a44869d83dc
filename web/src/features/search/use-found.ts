import { limits } from "@deskhand/contract/limits";
import type { SearchResult } from "@deskhand/contract/search";
import { keepPreviousData, useQuery } from "@tanstack/react-query";
import { api } from "../../lib/api.ts";
import type { CallError } from "../../lib/failure.ts";
import { useDebounced } from "../../lib/use-debounced.ts";

export interface Found {
  /** The last results, also while the next are on their way; absent with nothing typed and before the first. */
  result: SearchResult | undefined;
  /** What `result` was found by. */
  foundBy: string;
  /** Whether `result` belongs to what is typed now. */
  isCurrent: boolean;
  /** Whether a request waits for the network to come back. */
  isWaiting: boolean;
  error: CallError | null;
  retry: () => void;
}

/** What the typed text finds; asked a moment after typing stops, and results that come too late are dropped. */
export function useFound(typed: string): Found {
  const settled = useDebounced(typed, limits.paletteDebounceMs);
  const isAsked = settled !== "" && typed !== "";
  const search = useQuery(
    api.search.find.queryOptions({
      input: { q: settled },
      enabled: isAsked,
      placeholderData: keepPreviousData,
      staleTime: 5_000,
      gcTime: 60_000,
      // Someone waits for the results: trying again is offered at once instead.
      retry: 1,
    }),
  );
  const isCurrent = typed === "" || (typed === settled && !search.isPlaceholderData && !search.isPending);
  return {
    result: isAsked ? search.data : undefined,
    foundBy: settled,
    isCurrent,
    isWaiting: isAsked && search.fetchStatus === "paused",
    error: isAsked ? search.error : null,
    retry: () => void search.refetch(),
  };
}
