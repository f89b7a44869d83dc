import type { CannedResponse } from "@deskhand/contract/canned-responses";
import { useQuery } from "@tanstack/react-query";
import { api } from "../../lib/api.ts";

const none: CannedResponse[] = [];

/** The store's canned responses, and their titles by id: null for one that was deleted, "…" while they load. Read only where `isNeeded`. */
export function useResponses(isNeeded = true) {
  const { data } = useQuery(api.cannedResponses.list.queryOptions({ enabled: isNeeded }));
  const responses = data?.items ?? none;
  const titleOf = (id: string) =>
    data === undefined ? "…" : (responses.find((each) => each.id === id)?.title ?? null);
  return { responses, isLoaded: data !== undefined, titleOf };
}
