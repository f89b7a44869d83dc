import type { InvalidateQueryFilters, QueryClient } from "@tanstack/react-query";

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
