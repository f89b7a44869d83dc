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

/** Notices above the results: a corrected search, no match, no connection, or a failure with a retry. */
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

/** How many agent resources are shown; their own list has the others. */
const RESOURCES = 4;

type Found = ReturnType<typeof useFound>;

/** Searches for the typed text shortly after typing stops; late results are dropped. */
export function useFound(typed: string) {
  const settled = useDebounced(typed, limits.paletteDebounceMs);
  const { can } = useSession();
  const isAsked = settled !== "" && typed !== "";
  const options = {
    placeholderData: keepPreviousData,
    staleTime: 5_000,
    gcTime: 60_000,
    // The user is waiting, so a failure offers a retry early.
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
  // If resources fail, the rest is shown without them.
  const isWithResources = !resources.isFetching || !(resources.isPending || resources.isPlaceholderData);
  const isCurrent =
    typed === "" || (typed === settled && !search.isPlaceholderData && !search.isPending && isWithResources);
  return {
    /** The last results, also while the next load; absent for an empty text and before the first. */
    result: isAsked ? search.data : undefined,
    resources: isAsked ? resources.data?.items : undefined,
    /** The text that `result` belongs to. */
    foundBy: settled,
    /** Whether `result` matches the current text. */
    isCurrent,
    /** Whether a request waits for the network. */
    isWaiting: isAsked && search.fetchStatus === "paused",
    error: isAsked ? search.error : null,
    retry: () => void search.refetch(),
  };
}
