import type { CannedResponse } from "@deskhand/contract/canned-responses";
import { useQuery } from "@tanstack/react-query";
import { api } from "../../lib/api.ts";

const none: CannedResponse[] = [];

/** The store's canned responses; none until they are loaded. */
export function useResponses(): { responses: readonly CannedResponse[]; isLoaded: boolean } {
  const { data } = useQuery(api.cannedResponses.list.queryOptions());
  return { responses: data?.items ?? none, isLoaded: data !== undefined };
}
