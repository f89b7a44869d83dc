import { findPlaceholders, type Placeholder } from "@deskhand/contract/placeholders";

/** Puts values in the place of placeholders; one without a value stays. What a value contains is never filled again. */
export function fillPlaceholders(text: string, values: Partial<Record<Placeholder, string | null>>): string {
  let filled = "";
  let at = 0;
  for (const { name, start, end } of findPlaceholders(text)) {
    filled += text.slice(at, start) + (values[name]?.trim() || text.slice(start, end));
    at = end;
  }
  return filled + text.slice(at);
}
