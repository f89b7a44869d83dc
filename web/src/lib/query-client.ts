import { type InvalidateQueryFilters, MutationCache, QueryCache, QueryClient } from "@tanstack/react-query";
import { isSignedOut } from "./failure.ts";
import { waitsForNetwork } from "./retries.ts";

const FRESH_MS = 10_000;
/** After this long without a request the screen counts as complete. */
const QUIET_MS = 250;

/**
 * Creates the query cache. `onSignedOut` is called when any call finds that the session has ended. Mutations run or
 * fail at once and are not repeated; one that is safe to repeat uses `waitsForNetwork` or `failsOffline`.
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
      // A mutation that waits unseen for the network would send a mail or change that nobody expects any more.
      mutations: { networkMode: "always" },
    },
  });
}

/** Waits until something was fetched and no request is running. */
export function whenQuiet(client: QueryClient): Promise<void> {
  const cache = client.getQueryCache();
  return new Promise((resolve) => {
    let timer: ReturnType<typeof setTimeout> | undefined;
    const look = () => {
      clearTimeout(timer);
      if (client.isFetching() > 0 || cache.getAll().every(({ state }) => state.status === "pending")) return;
      timer = setTimeout(() => {
        stop();
        resolve();
      }, QUIET_MS);
    };
    const stop = cache.subscribe(look);
    look();
  });
}

/**
 * Refetches all matching queries, including those being fetched. The library lets a first fetch continue when
 * invalidated and takes its response, from before the change, as fresh; such queries are fetched again afterwards.
 */
export async function refetchAnew(cache: QueryClient, filters: InvalidateQueryFilters): Promise<void> {
  const firstFetches = cache
    .getQueryCache()
    .findAll({ ...filters, fetchStatus: "fetching" })
    .filter((query) => query.state.data === undefined);
  await cache.invalidateQueries(filters);
  await Promise.all(firstFetches.map(({ queryKey }) => cache.invalidateQueries({ queryKey, exact: true })));
}
