import { readSearch, type SearchFilter, withoutFilter, writtenFilter } from "@deskhand/contract/search/grammar";

/** A filter of a search, shown as a chip. */
export interface SearchChip {
  /** The filter as written in a search, which also identifies it. */
  written: string;
  /** Such as "from: Anna Berg". */
  label: string;
}

/** A search in its field: chips for the finished filters, and the text beside them. */
export interface SearchParts {
  filters: readonly SearchChip[];
  text: string;
}

/** Splits a search into its filters and the rest of its text. */
export function partsOf(search: string): SearchParts {
  const { filters, text } = takeFilters({ filters: [], text: search }, () => true);
  return { filters, text: text.trim() };
}

/** Updates the parts while a person types: a filter is finished once more is typed behind it; one within the text stays at the cursor. */
export function typedParts({ filters }: SearchParts, text: string, isAtEnd: boolean): SearchParts {
  return takeFilters({ filters, text }, ({ end }) => isAtEnd && end < text.length);
}

/** Joins the parts into the search for requests and addresses: first the filters, no matter where they stood. */
export function searchOf(parts: SearchParts): string {
  const { filters, text } = takeFilters(parts, () => true);
  return [...filters.map(({ written }) => written), text.trim()].filter(Boolean).join(" ");
}

/** Rewrites a search as {@link searchOf} does, so that the place of its filters makes no difference. */
export const normalSearch = (search: string) => searchOf({ filters: [], text: search });

/** Returns all filters, with those still being typed at the end. */
export function chipsOf(parts: SearchParts): readonly SearchChip[] {
  return takeFilters(parts, () => true).filters;
}

/** Removes one filter from a search, wherever it stands. */
export function withoutChip({ filters, text }: SearchParts, { written }: SearchChip): SearchParts {
  const typed = readSearch(text).filters.find((filter) => writtenFilter(filter) === written);
  return {
    filters: filters.filter((chip) => chip.written !== written),
    text: typed === undefined ? text : withoutFilter(text, typed),
  };
}

function takeFilters({ filters, text }: SearchParts, isDone: (filter: SearchFilter) => boolean): SearchParts {
  const finished = readSearch(text).filters.filter(isDone);
  if (finished.length === 0) return { filters, text };
  // Goes from the end, so that the positions before stay valid; the space before a filter stays, for the next word.
  const rest = finished.reduceRight((left, { start, end }) => left.slice(0, start) + left.slice(end).trimStart(), text);
  return { filters: joined(filters, finished.map(chipOf)), text: rest };
}

function chipOf(filter: SearchFilter): SearchChip {
  return { written: writtenFilter(filter), label: `${filter.name}: ${filter.value}` };
}

/** Joins both lists without duplicates. */
function joined(before: readonly SearchChip[], added: readonly SearchChip[]): SearchChip[] {
  const all = [...before, ...added];
  return all.filter(({ written }, at) => all.findIndex((other) => other.written === written) === at);
}
