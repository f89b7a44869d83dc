import type { Forwarding } from "@deskhand/contract/admin/forwarding";
import { useQuery } from "@tanstack/react-query";
import { api } from "../../../lib/api.ts";

const SOON_MS = 2_000;

/** How the store's mail comes here, kept up to date: while something is on its way it is asked for again and again, as waiting is not told. */
export function useForwarding() {
  return useQuery(
    api.forwarding.read.queryOptions({
      staleTime: 0,
      refetchInterval: ({ state }) => (isOnItsWay(state.data) ? SOON_MS : false),
    }),
  );
}

function isOnItsWay(forwarding: Forwarding | undefined): boolean {
  return forwarding?.test?.state === "running" || forwarding?.check?.state === "waiting";
}
