import { type InvalidateQueryFilters, MutationCache, QueryCache, QueryClient } from "@tanstack/react-query";
import { isSignedOut } from "./failure.ts";
import { waitsForNetwork } from "./retries.ts";

const FRESH_MS = 10_000;
/** A screen asks for the next thing sooner after the last one came. */
const QUIET_MS = 250;

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

/** Waits until something was fetched, and nothing is any more. */
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
 * Fetches everything that matches again, what is just being fetched included. The library lets a query's first fetch go
 * on when it is invalidated and takes its response, made before the change, for a fresh one: such queries are fetched once
 * more when that is done.
 */
export async function refetchAnew(cache: QueryClient, filters: InvalidateQueryFilters): Promise<void> {
  const firstFetches = cache
    .getQueryCache()
    .findAll({ ...filters, fetchStatus: "fetching" })
    .filter((query) => query.state.data === undefined);
  await cache.invalidateQueries(filters);
  await Promise.all(firstFetches.map(({ queryKey }) => cache.invalidateQueries({ queryKey, exact: true })));
}
