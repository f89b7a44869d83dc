import { useEffect, useRef } from "react";

export interface Asking {
  /** How long after typing stops it asks, in milliseconds; on Enter at once. */
  delayMs: number;
  /** What is searched for now. */
  search: string;
  onSearch: (search: string) => void;
}

/** Asks for what is typed into a search field a while after typing stops; what it returns asks at once. */
export function useAsking(typed: string, onChanged: (search: string) => void, { delayMs, search, onSearch }: Asking) {
  const asked = useRef(search);
  const ask = useRef(onSearch);
  ask.current = onSearch;

  // Changed elsewhere: by Clear, a badge, or the browser's back button.
  // biome-ignore lint/correctness/useExhaustiveDependencies: the field follows what is searched for, and nothing else.
  useEffect(() => {
    if (search === asked.current) return;
    asked.current = search;
    onChanged(search);
  }, [search]);

  function searchFor(wanted: string) {
    if (wanted === asked.current) return;
    asked.current = wanted;
    ask.current(wanted);
  }

  // biome-ignore lint/correctness/useExhaustiveDependencies: only typing starts the clock again.
  useEffect(() => {
    const timer = setTimeout(() => searchFor(typed), delayMs);
    return () => clearTimeout(timer);
  }, [typed]);

  return searchFor;
}
