import { Search, X } from "lucide-react";
import type { ComponentProps, RefObject } from "react";
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

/** The field of a search, with a button that empties it. */
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

/** How wide it is beside a list's filters. */
export const besideFilters = "w-full sm:w-44 sm:max-w-64 sm:flex-1";
