import { findPlaceholders, isPlaceholder } from "@deskhand/contract/desk/placeholders";
import { useQueryClient } from "@tanstack/react-query";
import type { RefObject } from "react";
import { api } from "../../../../lib/api.ts";
import { isTypedInto, typeInto } from "../../../../ui/form/type-into.ts";
import { changedPart } from "./changed-part.ts";

/** For so long a ticket's customer and order are taken for the same, in milliseconds. */
const FRESH_MS = 30_000;

/**
 * Fills placeholders in as they are typed or pasted (docs/product.md#placeholders). What is not known stays, as does one that
 * the browser's own Undo brought back, and whatever a value or a tool's text may look like.
 */
export function useFilledIn(ticketId: string, field: RefObject<HTMLTextAreaElement | null>) {
  const cache = useQueryClient();

  return async function fillIn(before: string, text: string, input: Event) {
    if (!(input instanceof InputEvent) || input.isComposing || input.inputType.startsWith("history")) return;
    if (isTypedInto() || !text.includes("{{")) return;
    const part = changedPart(before, text);
    const typed = findPlaceholders(text).filter(({ name, start, end }) => {
      return isPlaceholder(name) && start < part.end && end > part.start;
    });
    if (typed.length === 0) return;
    const values = await readValues();
    const { current } = field;
    if (current === null || document.activeElement !== current) return;
    let caret = current.selectionStart;
    for (const { name, start, end } of typed.reverse()) {
      const value = isPlaceholder(name) ? values[name] : undefined;
      // Something else was typed there meanwhile.
      if (value === undefined || current.value.slice(start, end) !== text.slice(start, end)) continue;
      if (typeInto(current, value, start, end) && start < caret) caret += value.length - (end - start);
    }
    current.setSelectionRange(caret, caret);
  };

  async function readValues() {
    const query = api.cannedResponses.values.queryOptions({ input: { ticketId }, staleTime: FRESH_MS });
    try {
      return (await cache.fetchQuery(query)).values;
    } catch {
      // They stay as they were typed, are pointed out, and are asked about before the reply is sent.
      return {};
    }
  }
}
