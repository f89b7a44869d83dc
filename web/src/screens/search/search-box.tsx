import { limits } from "@deskhand/contract/limits";
import { useRef, useState } from "react";
import { type Asking, besideFilters, SearchField, useAsking } from "./search-field.tsx";

interface SearchBoxProps extends Asking {
  /** What is searched, as in "Search tickets". */
  noun: string;
  placeholder?: string | undefined;
  /** Its width, if it is not beside a list's filters. */
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
