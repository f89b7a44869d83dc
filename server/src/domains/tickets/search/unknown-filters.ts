import { readSearch } from "@deskhand/contract/search/grammar";
import type { SearchNews } from "@deskhand/contract/search/news";
import type { Read } from "../../../platform/db/tenant.ts";
import { isAnythingFoundQuery } from "./near.queries.ts";
import { wantedOf } from "./wanted.ts";

/** The filters of a search that find nothing even by themselves: whoever typed them is told, as a mistake in one hides all tickets. */
export async function unknownFilters(read: Read, typed: string): Promise<SearchNews["unknown"]> {
  const unknown: SearchNews["unknown"] = [];
  for (const { name, value, start, end } of readSearch(typed).filters.slice(0, 5)) {
    const alone = wantedOf(typed.slice(start, end));
    const [answer] = await read(isAnythingFoundQuery(JSON.stringify(alone)));
    if (!answer?.isFound) unknown.push({ name, value });
  }
  return unknown;
}
