import { readSearch, type SearchFilter, withoutFilter, writtenFilter } from "@deskhand/contract/search/grammar";

/** A filter of a search that is shown as a chip: as it is typed. */
export interface SearchChip {
  /** What it is told from the others by, and written as. */
  written: string;
  /** As in "from: Anna Berg". */
  label: string;
}

/** A search as it stands in a field: filters that are done, and what is typed beside them. */
export interface SearchParts {
  filters: readonly SearchChip[];
  text: string;
}

/** A search with all its filters taken out of the text. */
export function partsOf(search: string): SearchParts {
  const { filters, text } = takeFilters({ filters: [], text: search }, () => true);
  return { filters, text: text.trim() };
}

/** What is typed now: a filter is done once more is typed behind it; within a text it stays where the cursor is. */
export function typedParts({ filters }: SearchParts, text: string, isAtEnd: boolean): SearchParts {
  return takeFilters({ filters, text }, ({ end }) => isAtEnd && end < text.length);
}

/** Everything, as it is searched for and written in an address: the filters first, wherever they stand. */
export function searchOf(parts: SearchParts): string {
  const { filters, text } = takeFilters(parts, () => true);
  return [...filters.map(({ written }) => written), text.trim()].filter(Boolean).join(" ");
}

/** A search, however its filters stand in it, as {@link searchOf} writes it. */
export const normalSearch = (search: string) => searchOf({ filters: [], text: search });

/** Every filter that is asked for, those that are still being typed at the end. */
export function chipsOf(parts: SearchParts): readonly SearchChip[] {
  return takeFilters(parts, () => true).filters;
}

/** The search without one of its filters, wherever that stands. */
export function withoutChip({ filters, text }: SearchParts, { written }: SearchChip): SearchParts {
  const typed = readSearch(text).filters.find((filter) => writtenFilter(filter) === written);
  return {
    filters: filters.filter((chip) => chip.written !== written),
    text: typed === undefined ? text : withoutFilter(text, typed),
  };
}

function takeFilters({ filters, text }: SearchParts, isDone: (filter: SearchFilter) => boolean): SearchParts {
  const done = readSearch(text).filters.filter(isDone);
  if (done.length === 0) return { filters, text };
  // From behind, so that the others stay where they are; the blank before it stays, for the next word.
  const rest = done.reduceRight((left, { start, end }) => left.slice(0, start) + left.slice(end).trimStart(), text);
  return { filters: joined(filters, done.map(chipOf)), text: rest };
}

function chipOf(filter: SearchFilter): SearchChip {
  return { written: writtenFilter(filter), label: `${filter.name}: ${filter.value}` };
}

/** Each once. */
function joined(before: readonly SearchChip[], added: readonly SearchChip[]): SearchChip[] {
  const all = [...before, ...added];
  return all.filter(({ written }, at) => all.findIndex((other) => other.written === written) === at);
}
