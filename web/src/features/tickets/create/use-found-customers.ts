import type { FoundCustomer } from "@deskhand/contract/customers";
import { keepPreviousData, useQuery } from "@tanstack/react-query";
import { api } from "../../../lib/api.ts";
import { useDebounced } from "../../../lib/use-debounced.ts";

const TYPING_MS = 150;
const nobody: FoundCustomer[] = [];

/** The customers that fit what is typed; those found before stay until the next are there. */
export function useFoundCustomers(text: string, isAsked: boolean) {
  const q = useDebounced(text.trim(), TYPING_MS);
  const { data, error, isFetching } = useQuery(
    api.customers.search.queryOptions({ input: { q }, enabled: isAsked, placeholderData: keepPreviousData }),
  );
  return { customers: data?.items ?? nobody, failure: error, isLoading: isFetching || q !== text.trim() };
}
