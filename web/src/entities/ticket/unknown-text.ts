import type { SearchFilterName } from "@deskhand/contract/search/grammar";
import type { SearchNews } from "@deskhand/contract/search/news";

const sentences: Record<SearchFilterName, (value: string) => string> = {
  from: (value) => `No customer of any ticket is called “${value}”.`,
  tag: (value) => `No ticket has the tag “${value}”.`,
  team: (value) => `No ticket is in a team “${value}”.`,
  status: (value) => `No ticket has the status “${value}”.`,
  rating: (value) => `No ticket has the rating “${value}”.`,
  order: (value) => `No ticket is about an order “${value}”.`,
  before: (value) => `No ticket was made before “${value}”.`,
  after: (value) => `No ticket was made since “${value}”.`,
};

/** The sentence about a filter whose value matches nothing that exists. */
export function unknownText({ name, value }: SearchNews["unknown"][number]): string {
  return sentences[name](value);
}
