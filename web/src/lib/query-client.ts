import { MutationCache, QueryCache, QueryClient } from "@tanstack/react-query";
import { isSignedOut } from "./failure.ts";
import { waitsForNetwork } from "./retries.ts";

const FRESH_MS = 10_000;

/**
 * The cache of everything fetched. `onSignedOut` is called when any call finds that the session has ended. Mutations are
 * made at once or fail at once, and are not repeated; one that is safe to repeat says so by `waitsForNetwork` or `failsOffline`.
 */
export function createQueryClient(onSignedOut: () => void): QueryClient {
  const onError = (error: unknown) => {
    if (isSignedOut(error)) onSignedOut();
  };
  return new QueryClient({
    queryCache: new QueryCache({ onError }),
    mutationCache: new MutationCache({ onError }),
    defaultOptions: {
      queries: { ...waitsForNetwork, refetchOnReconnect: true, staleTime: FRESH_MS },
      // What waits for a network unseen is a mail, or a change, that nobody expects any more.
      mutations: { networkMode: "always" },
    },
  });
}
