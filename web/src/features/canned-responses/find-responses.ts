import type { CannedResponse } from "@deskhand/contract/canned-responses";

/** The responses of a category ("" for all) that hold every word of a search, in title, category, tags or content. */
export function findResponses(responses: readonly CannedResponse[], search: string, category = ""): CannedResponse[] {
  const words = search.toLowerCase().split(/\s+/).filter(Boolean);
  return responses.filter((response) => {
    if (category !== "" && response.category !== category) return false;
    const text = [response.title, response.category, ...response.tags, response.content].join("\n").toLowerCase();
    return words.every((word) => text.includes(word));
  });
}

/** The categories there are, each once, by name. */
export function categoriesOf(responses: readonly CannedResponse[]): string[] {
  return [...new Set(responses.map(({ category }) => category))].sort((a, b) => a.localeCompare(b));
}
