import type { CannedResponse } from "@deskhand/contract/canned-responses";
import { isFoundBy } from "@deskhand/contract/search/search-line";

/** The responses of a category ("" for all) that have every word of a search, in title, category, tags or content. */
export function findResponses(responses: readonly CannedResponse[], search: string, category = ""): CannedResponse[] {
  const isFound = isFoundBy(search);
  return responses.filter(
    (response) =>
      (category === "" || response.category === category) &&
      isFound([response.title, response.category, ...response.tags, response.content].join("\n")),
  );
}

/** The categories there are, each once, by name. */
export function categoriesOf(responses: readonly CannedResponse[]): string[] {
  return [...new Set(responses.map(({ category }) => category))].sort((a, b) => a.localeCompare(b));
}
