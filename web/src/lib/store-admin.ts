import { useQuery } from "@tanstack/react-query";
import { api } from "./api.ts";

const FRESH_MS = 5 * 60_000;

/** The address of a thing's page in the store's own admin; null while no store is connected, or where the store does not have it. */
export function useStoreAdmin(): (of: "customers" | "orders", storeId: string | null) => string | null {
  const { data } = useQuery(api.shopify.status.queryOptions({ staleTime: FRESH_MS }));
  const adminUrl = data?.adminUrl ?? null;
  return (of, storeId) =>
    adminUrl === null || storeId === null ? null : `${adminUrl}/${of}/${encodeURIComponent(storeId)}`;
}
