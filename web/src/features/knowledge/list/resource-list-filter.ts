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

/** What the list of resources is asked to show; empty texts, lists and null ask for everything. */
export interface ResourceListFilter {
  search: string;
  category: ResourceCategory | null;
  fileType: ResourceType | null;
  /** At least one of them is on each resource. */
  tags: readonly string[];
  order: ResourceOrder;
}

/** Everything, the one that was updated last first. */
export const wholeList: ResourceListFilter = { search: "", category: null, fileType: null, tags: [], order: "updated" };

/** How many things are asked for: a text, a category, a type, and each tag. */
export function countFilters({ search, category, fileType, tags }: ResourceListFilter): number {
  return [search !== "", category !== null, fileType !== null].filter(Boolean).length + tags.length;
}

/** The filter without all that is asked for; the order stays. */
export function cleared({ order }: ResourceListFilter): ResourceListFilter {
  // Without a search nothing matches better than anything else.
  return { ...wholeList, order: order === "match" ? wholeList.order : order };
}

/** What the address of the resources says; what is absent is the default. */
type ResourcesSearch = {
  /** The text searched for. */
  q?: string | undefined;
  category?: ResourceCategory | undefined;
  type?: ResourceType | undefined;
  /** With commas between; a comma inside of one is written as %2C. */
  tags?: string | undefined;
  sort?: ResourceOrder | undefined;
  /** The resource whose dialog is open. */
  resourceId?: string | undefined;
  /** Whether its earlier versions are shown. */
  history?: "open" | undefined;
  /** The resource that is being edited, over its dialog or without it. */
  edit?: string | undefined;
};

/** Reads the resources' parameters, leaving out what is unknown, so that no link can break the screen. */
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

/** The list's filter as the address has it. */
export function filterOfSearch({ q = "", category, type, tags = "", sort }: ResourcesSearch): ResourceListFilter {
  return {
    search: q.trim().slice(0, limits.searchLength),
    category: category ?? null,
    fileType: type ?? null,
    tags: readTags(tags),
    order: sort ?? wholeList.order,
  };
}

/** The filter as the address has it; what is the default is left out. */
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
  const known = tags.filter((tag) => tag !== "" && tag.length <= limits.tagLength);
  return [...new Set(known)].slice(0, limits.resourceTags);
}

/** The filter as `knowledge.list` takes it: what is not asked for is left out. */
export function listInput({ search, category, fileType, tags, order }: ResourceListFilter) {
  return {
    sort: order,
    ...(search !== "" && { search }),
    ...(category !== null && { category }),
    ...(fileType !== null && { fileType }),
    ...(tags.length > 0 && { tags: [...tags] }),
  };
}
