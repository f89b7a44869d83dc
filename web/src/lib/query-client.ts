import { MutationCache, QueryCache, QueryClient } from "@tanstack/react-query";
import { isSignedOut, retryDelay, retryPassing } from "./failure.ts";

const FRESH_MS = 10_000;

/**
 * The cache of everything fetched. `onSignedOut` is called when any call finds that the session has ended. Mutations are
 * not repeated by themselves: one that is safe to repeat says so with `retry: retryPassing, retryDelay`.
 */
export function createQueryClient(onSignedOut: () => void): QueryClient {
  const onError = (error: unknown) => {
    if (isSignedOut(error)) onSignedOut();
  };
  return new QueryClient({
    queryCache: new QueryCache({ onError }),
    mutationCache: new MutationCache({ onError }),
    defaultOptions: { queries: { retry: retryPassing, retryDelay, staleTime: FRESH_MS } },
  });
}
