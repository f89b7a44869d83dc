import { limits } from "@deskhand/contract/limits";
import {
  type ResourceCategory,
  type ResourceOrder,
  type ResourceType,
  resourceCategories,
  resourceOrders,
  resourceTypes,
} from "@deskhand/contract/vocabulary";
import { oneOf, textOf } from "../../../lib/address-values.ts";

/** The resource list's filter; empty texts, lists and null match everything. */
export interface ResourceListFilter {
  search: string;
  category: ResourceCategory | null;
  fileType: ResourceType | null;
  /** A resource needs at least one of them. */
  tags: readonly string[];
  order: ResourceOrder;
}

/** Everything, the last updated first. */
export const wholeList: ResourceListFilter = { search: "", category: null, fileType: null, tags: [], order: "updated" };

/** Counts the active filters: a text, a category, a type, and each tag. */
export function countFilters({ search, category, fileType, tags }: ResourceListFilter): number {
  return [search !== "", category !== null, fileType !== null].filter(Boolean).length + tags.length;
}

/** Removes all filters and keeps the order. */
export function cleared({ order }: ResourceListFilter): ResourceListFilter {
  // Without a search there is no best match.
  return { ...wholeList, order: order === "match" ? wholeList.order : order };
}

/** The URL's search parameters; absent ones are the default. */
type ResourcesSearch = {
  /** The search text. */
  q?: string | undefined;
  category?: ResourceCategory | undefined;
  type?: ResourceType | undefined;
  /** Separated by commas; a comma within a tag is written as %2C. */
  tags?: string | undefined;
  sort?: ResourceOrder | undefined;
  /** The open resource. */
  resourceId?: string | undefined;
  /** Whether its earlier versions are shown. */
  history?: "open" | undefined;
  /** The resource being edited. */
  edit?: string | undefined;
};

/** Reads the list's URL parameters and drops unknown ones, so that no link can break the screen. */
export function readResourcesSearch(raw: Record<string, unknown>): ResourcesSearch {
  return {
    q: textOf(raw.q),
    category: oneOf(raw.category, resourceCategories),
    type: oneOf(raw.type, resourceTypes),
    tags: textOf(raw.tags),
    sort: oneOf(raw.sort, resourceOrders),
    resourceId: textOf(raw.resourceId),
    history: oneOf(raw.history, ["open"]),
    edit: textOf(raw.edit),
  };
}

/** Reads the filter from the URL. */
export function filterOfSearch({ q = "", category, type, tags = "", sort }: ResourcesSearch): ResourceListFilter {
  return {
    search: q.trim().slice(0, limits.searchLength),
    category: category ?? null,
    fileType: type ?? null,
    tags: readTags(tags),
    order: sort ?? wholeList.order,
  };
}

/** Writes the filter as URL parameters, without defaults. */
export function searchOfFilter({ search, category, fileType, tags, order }: ResourceListFilter): ResourcesSearch {
  return {
    q: search === "" ? undefined : search,
    category: category ?? undefined,
    type: fileType ?? undefined,
    tags: tags.length === 0 ? undefined : tags.map(writeTag).join(","),
    sort: order === wholeList.order ? undefined : order,
  };
}

function writeTag(tag: string): string {
  return tag.replaceAll("%", "%25").replaceAll(",", "%2C");
}

function readTags(written: string): string[] {
  const tags = written.split(",").map((tag) => tag.replaceAll("%2C", ",").replaceAll("%25", "%").trim());
  const valid = tags.filter((tag) => tag !== "" && tag.length <= limits.tagLength);
  return [...new Set(valid)].slice(0, limits.resourceTags);
}

/** Returns the filter as `knowledge.list` takes it, without what is unset. */
export function listInput({ search, category, fileType, tags, order }: ResourceListFilter) {
  return {
    sort: order,
    ...(search !== "" && { search }),
    ...(category !== null && { category }),
    ...(fileType !== null && { fileType }),
    ...(tags.length > 0 && { tags: [...tags] }),
  };
}
