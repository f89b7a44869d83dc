import type { Forwarding } from "@deskhand/contract/admin/forwarding";
import { useQuery } from "@tanstack/react-query";
import { api } from "../../../lib/api.ts";

const SOON_MS = 2_000;
/** A mail that is not back after ten minutes is missing, and what comes later is told as it comes. */
const ASKED_MS = 10.5 * 60_000;

/**
 * How the store's mail comes here, kept up to date: what happens is told, and that nothing happened is found by asking again
 * and again in the first minutes.
 */
export function useForwarding() {
  return useQuery(
    api.forwarding.read.queryOptions({
      staleTime: 0,
      refetchInterval: ({ state }) => (isOnItsWay(state.data) ? SOON_MS : false),
    }),
  );
}

function isOnItsWay(forwarding: Forwarding | undefined): boolean {
  const { test, check } = forwarding ?? {};
  return (
    (test?.state === "running" && isRecent(test.askedAt)) || (check?.state === "waiting" && isRecent(check.askedAt))
  );
}

function isRecent(askedAt: string): boolean {
  return Date.now() - Date.parse(askedAt) < ASKED_MS;
}
