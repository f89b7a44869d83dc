import { limits } from "@deskhand/contract/limits";
import { Search, X } from "lucide-react";
import { type ComponentProps, type RefObject, useEffect, useRef, useState } from "react";
import { Input } from "../../ui/form/input.tsx";
import { IconButton } from "../../ui/icon-button.tsx";

interface SearchFieldProps extends Omit<ComponentProps<"input">, "ref"> {
  /** What is searched, as in "Search tickets". */
  noun: string;
  value: string;
  field: RefObject<HTMLInputElement | null>;
  isEmpty: boolean;
  onClear: () => void;
}

/** A search field with a button that empties it. */
export function SearchField({ noun, field, isEmpty, onClear, ...input }: SearchFieldProps) {
  return (
    <Input
      placeholder={`Search ${noun}...`}
      {...input}
      ref={field}
      type="search"
      aria-label={`Search ${noun}`}
      icon={<Search size={15} aria-hidden />}
      action={
        !isEmpty && (
          <IconButton
            size="sm"
            label="Clear search"
            icon={<X size={14} aria-hidden />}
            onClick={() => {
              onClear();
              field.current?.focus();
            }}
          />
        )
      }
    />
  );
}

/** Its width beside a list's filters. */
export const besideFilters = "w-full sm:w-44 sm:max-w-64 sm:flex-1";

export interface Asking {
  /** How long after the last key it searches, in milliseconds; Enter searches at once. */
  delayMs: number;
  /** The current search. */
  search: string;
  onSearch: (search: string) => void;
}

/** Searches for the typed text a while after typing stops; the returned function searches at once. */
export function useAsking(typed: string, onChanged: (search: string) => void, { delayMs, search, onSearch }: Asking) {
  const lastSearch = useRef(search);
  const ask = useRef(onSearch);
  ask.current = onSearch;

  // Follows a search that changed elsewhere: by Clear, a badge, or the browser's back button.
  // biome-ignore lint/correctness/useExhaustiveDependencies: the field follows the current search, and nothing else.
  useEffect(() => {
    if (search === lastSearch.current) return;
    lastSearch.current = search;
    onChanged(search);
  }, [search]);

  function searchFor(wanted: string) {
    if (wanted === lastSearch.current) return;
    lastSearch.current = wanted;
    ask.current(wanted);
  }

  // biome-ignore lint/correctness/useExhaustiveDependencies: only typing starts the clock again.
  useEffect(() => {
    const timer = setTimeout(() => searchFor(typed), delayMs);
    return () => clearTimeout(timer);
  }, [typed]);

  return searchFor;
}

interface SearchBoxProps extends Asking {
  /** What is searched, as in "Search tickets". */
  noun: string;
  placeholder?: string | undefined;
  /** How wide it is, where that is other than beside a list's filters. */
  className?: string;
}

/** The search field of a list. */
export function SearchBox({ noun, placeholder, className = besideFilters, ...asking }: SearchBoxProps) {
  const field = useRef<HTMLInputElement>(null);
  const [text, setText] = useState(asking.search);
  const searchFor = useAsking(text.trim(), setText, asking);
  return (
    <SearchField
      noun={noun}
      {...(placeholder !== undefined && { placeholder })}
      field={field}
      maxLength={limits.searchLength}
      value={text}
      isEmpty={text === ""}
      onClear={() => {
        setText("");
        searchFor("");
      }}
      onChange={(event) => setText(event.target.value)}
      onKeyDown={(event) => event.key === "Enter" && searchFor(text.trim())}
      className={className}
    />
  );
}
