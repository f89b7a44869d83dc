import { findPlaceholders, isPlaceholder, type Placeholder } from "@deskhand/contract/placeholders";

/** Puts values where placeholders stand; one without a value stays. What a value contains is never filled again. */
export function fillPlaceholders(text: string, values: Partial<Record<Placeholder, string | null>>): string {
  let filled = "";
  let at = 0;
  for (const { name, start, end } of findPlaceholders(text)) {
    const value = isPlaceholder(name) ? values[name]?.trim() : undefined;
    filled += text.slice(at, start) + (value || text.slice(start, end));
    at = end;
  }
  return filled + text.slice(at);
}
