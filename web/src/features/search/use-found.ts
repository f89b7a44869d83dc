import { limits } from "@deskhand/contract/limits";
import { keepPreviousData, useQuery } from "@tanstack/react-query";
import { api } from "../../lib/api.ts";
import { useSession } from "../../lib/session.ts";
import { useDebounced } from "../../lib/use-debounced.ts";

/** Agent resources that are shown: the others are found in their own list. */
const RESOURCES = 4;

export type Found = ReturnType<typeof useFound>;

/** What the typed text finds; asked a moment after typing stops, and results that come too late are dropped. */
export function useFound(typed: string) {
  const settled = useDebounced(typed, limits.paletteDebounceMs);
  const { can } = useSession();
  const isAsked = settled !== "" && typed !== "";
  const options = {
    placeholderData: keepPreviousData,
    staleTime: 5_000,
    gcTime: 60_000,
    // Someone waits for the results: trying again is offered at once instead.
    retry: 1,
  };
  const search = useQuery(api.search.find.queryOptions({ ...options, input: { q: settled }, enabled: isAsked }));
  const resources = useQuery(
    api.knowledge.list.queryOptions({
      ...options,
      input: { search: settled, sort: "match", limit: RESOURCES },
      enabled: isAsked && can("knowledge:read"),
    }),
  );
  // Where they fail the rest is shown: they have a list of their own.
  const isWithResources = !resources.isFetching || !(resources.isPending || resources.isPlaceholderData);
  const isCurrent =
    typed === "" || (typed === settled && !search.isPlaceholderData && !search.isPending && isWithResources);
  return {
    /** The last results, also while the next are on their way; absent with nothing typed and before the first. */
    result: isAsked ? search.data : undefined,
    resources: isAsked ? resources.data?.items : undefined,
    /** What `result` was found by. */
    foundBy: settled,
    /** Whether `result` belongs to what is typed now. */
    isCurrent,
    /** Whether a request waits for the network to come back. */
    isWaiting: isAsked && search.fetchStatus === "paused",
    error: isAsked ? search.error : null,
    retry: () => void search.refetch(),
  };
}
