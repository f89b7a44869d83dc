import type { CannedResponse } from "@deskhand/contract/canned-responses";
import { useQuery } from "@tanstack/react-query";
import { api } from "../../lib/api.ts";

const none: CannedResponse[] = [];

/** The canned responses that a rule can send, which are everybody's and have a text; none until they are loaded. */
export function useResponses(): { responses: readonly CannedResponse[]; isLoaded: boolean } {
  const { data } = useQuery(api.cannedResponses.list.queryOptions());
  const responses =
    data?.items.filter(({ isOwn, teamId, content }) => !isOwn && teamId === null && content !== "") ?? none;
  return { responses, isLoaded: data !== undefined };
}
