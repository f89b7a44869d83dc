import { limits } from "@deskhand/contract/limits";
import { Search, X } from "lucide-react";
import { useEffect, useRef, useState } from "react";
import { Input } from "../ui/form/input.tsx";
import { IconButton } from "../ui/icon-button.tsx";

interface SearchBoxProps {
  /** What is searched, as in "Search tickets". */
  noun: string;
  placeholder?: string;
  /** How long after typing stops it asks, in milliseconds; on Enter at once. */
  delayMs: number;
  /** What is searched for now. */
  search: string;
  onSearch: (search: string) => void;
  /** How wide it is, where that is other than beside a list's filters. */
  className?: string;
}

const besideFilters = "w-full sm:w-44 sm:max-w-64 sm:flex-1";

/** The search field of a list. */
export function SearchBox(props: SearchBoxProps) {
  const { noun, placeholder = `Search ${noun}...`, delayMs, search, onSearch, className = besideFilters } = props;
  const field = useRef<HTMLInputElement>(null);
  const [text, setText] = useState(search);
  const asked = useRef(search);
  const ask = useRef(onSearch);
  ask.current = onSearch;

  // Changed elsewhere: by Clear, a badge, or the browser's back button.
  useEffect(() => {
    if (search === asked.current) return;
    asked.current = search;
    setText(search);
  }, [search]);

  function searchFor(wanted: string) {
    if (wanted === asked.current) return;
    asked.current = wanted;
    ask.current(wanted);
  }

  // biome-ignore lint/correctness/useExhaustiveDependencies: only typing starts the clock again.
  useEffect(() => {
    const timer = setTimeout(() => searchFor(text.trim()), delayMs);
    return () => clearTimeout(timer);
  }, [text]);

  return (
    <Input
      ref={field}
      type="search"
      aria-label={`Search ${noun}`}
      placeholder={placeholder}
      icon={<Search size={15} aria-hidden />}
      action={
        text !== "" && (
          <IconButton
            size="sm"
            label="Clear search"
            icon={<X size={14} aria-hidden />}
            onClick={() => {
              setText("");
              searchFor("");
              field.current?.focus();
            }}
          />
        )
      }
      maxLength={limits.searchLength}
      value={text}
      onChange={(event) => setText(event.target.value)}
      onKeyDown={(event) => event.key === "Enter" && searchFor(text.trim())}
      className={className}
    />
  );
}
