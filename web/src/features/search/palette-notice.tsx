import { limits } from "@deskhand/contract/limits";
import { keepPreviousData, useQuery } from "@tanstack/react-query";
import { unknownText } from "../../entities/ticket/unknown-text.ts";
import { api } from "../../lib/api.ts";
import { useSession } from "../../lib/session.ts";
import { useDebounced } from "../../lib/use-debounced.ts";
import { useOnline } from "../../lib/use-online.ts";
import { FailureLine } from "../../screens/failure-line.tsx";

interface PaletteNoticeProps {
  found: Found;
  typed: string;
  hasOptions: boolean;
}

/** What is to be said above the results: what was searched for instead, nothing found, no connection, a failure with another try. */
export function PaletteNotice({ found, typed, hasOptions }: PaletteNoticeProps) {
  const isOnline = useOnline();
  if (typed === "") return null;
  if (!isOnline || found.isWaiting) {
    return (
      <p role="status" className="border-line border-b px-4 py-2.5 text-amber">
        You are offline. Commands still work; the search goes on once you are back.
      </p>
    );
  }
  if (found.error !== null) {
    return (
      <FailureLine
        error={found.error}
        onRetry={found.retry}
        className="justify-between border-line border-b px-4 py-2.5"
      />
    );
  }
  if (!found.isCurrent) {
    return hasOptions ? null : <p className="animate-appear-late px-4 py-8 text-center text-soft">Searching...</p>;
  }
  if (hasOptions) {
    return found.result?.shownFor ? (
      <p role="status" className="border-line border-b px-4 py-2 text-soft break-anywhere">
        Showing results for <b className="font-semibold text-ink">{found.result.shownFor}</b>
      </p>
    ) : null;
  }
  return (
    <div className="px-6 py-9 text-center">
      <p className="font-semibold break-anywhere">Nothing found for “{typed}”</p>
      {found.result?.unknown.map((one) => (
        <p key={`${one.name}:${one.value}`} className="mt-1 break-anywhere">
          {unknownText(one)}
        </p>
      ))}
      <p className="mt-1 text-soft">Try a ticket number, a name, an e-mail address, or fewer words.</p>
    </div>
  );
}

/** Agent resources that are shown: the others are found in their own list. */
const RESOURCES = 4;

type Found = ReturnType<typeof useFound>;

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
