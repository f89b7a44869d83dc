import type { Resource, ResourceDetail, ResourceList } from "@deskhand/contract/knowledge";
import { limits } from "@deskhand/contract/limits";
import type { ResourceCategory, ResourceType } from "@deskhand/contract/vocabulary";
import { isDefinedError } from "@orpc/client";
import { type InfiniteData, keepPreviousData, useMutation, useQuery, useQueryClient } from "@tanstack/react-query";
import { api } from "../../lib/api.ts";
import type { CallError } from "../../lib/failure.ts";
import { failsOffline } from "../../lib/retries.ts";
import { useDebounced } from "../../lib/use-debounced.ts";
import type { Loaded } from "../../screens/use-pages.ts";

export interface PickerFilter {
  search: string;
  category: ResourceCategory | "";
  fileType: ResourceType | "";
}

export const noFilter: PickerFilter = { search: "", category: "", fileType: "" };

/** Whether any filter is set. */
export function isFiltered({ search, category, fileType }: PickerFilter): boolean {
  return search.trim() !== "" || category !== "" || fileType !== "";
}

/** While typing, sooner than in the ticket list, because there are hundreds of resources at most. */
const SEARCH_DELAY_MS = 200;

/** The matching resources, refetched on each opening of the picker. */
export function useResources({ search, category, fileType }: PickerFilter) {
  const query = useDebounced(search.trim().slice(0, limits.searchLength), SEARCH_DELAY_MS);
  const input = {
    ...(query !== "" && { search: query }),
    ...(category !== "" && { category }),
    ...(fileType !== "" && { fileType }),
  };
  return useQuery(
    api.knowledge.list.queryOptions({
      input,
      gcTime: 0,
      placeholderData: keepPreviousData,
      // Offline it says so at once and loads when the network returns.
      ...failsOffline,
    }),
  );
}

/** Counts a use of a resource and shows the new count. A lost request is not retried, as each click counts once. */
export function useRecordUse() {
  const cache = useQueryClient();
  return useMutation(
    api.knowledge.recordUse.mutationOptions({
      onSuccess({ id, usageCount }) {
        const used = <Item extends Resource>(item: Item): Item => (item.id === id ? { ...item, usageCount } : item);
        const usedIn = <List extends Pick<ResourceList, "items">>(list: List): List => ({
          ...list,
          items: list.items.map(used),
        });
        cache.setQueriesData<ResourceList>({ queryKey: api.knowledge.list.key({ type: "query" }) }, (list) =>
          list === undefined ? undefined : usedIn(list),
        );
        cache.setQueriesData<InfiniteData<Loaded<ResourceList>>>(
          { queryKey: api.knowledge.list.key({ type: "infinite" }) },
          (list) => list && { ...list, pages: list.pages.map(usedIn) },
        );
        cache.setQueriesData<ResourceDetail>({ queryKey: api.knowledge.get.key({ input: { id } }) }, (resource) =>
          resource === undefined ? undefined : used(resource),
        );
      },
    }),
  );
}

/** Whether a call failed because the resource is deleted or hidden from the reader. */
export function isGone(error: CallError): boolean {
  return isDefinedError(error) && error.code === "resource_not_found";
}
