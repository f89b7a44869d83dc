import type { OrderOwner } from "@deskhand/contract/canned-responses";
import { findPlaceholders, isPlaceholder, type Placeholder } from "@deskhand/contract/desk/placeholders";
import type { Recipients } from "@deskhand/contract/recipients";
import { useQueryClient } from "@tanstack/react-query";
import type { RefObject } from "react";
import { rememberTold, writtenTo } from "../../../../entities/ticket/told-order.ts";
import { api } from "../../../../lib/api.ts";
import { isTypedInto, typeInto } from "../../../../ui/form/type-into.ts";
import { changedPart } from "./changed-part.ts";

/**
 * Fills placeholders in as they are typed or pasted (docs/product.md#placeholders). What is not known stays, as does one that
 * the browser's own Undo brought back, and whatever a value or a tool's text may look like.
 */
export function useFilledIn(
  userId: string,
  ticketId: string,
  recipients: Recipients,
  field: RefObject<HTMLTextAreaElement | null>,
) {
  const cache = useQueryClient();

  return async function fillIn(before: string, text: string, input: Event) {
    if (!(input instanceof InputEvent) || input.isComposing || input.inputType.startsWith("history")) return;
    if (isTypedInto() || !text.includes("{{")) return;
    const part = changedPart(before, text);
    const typed = findPlaceholders(text).filter(({ name, start, end }) => {
      return isPlaceholder(name) && start < part.end && end > part.start;
    });
    if (typed.length === 0) return;
    const { values, owner } = await readValues();
    const { current } = field;
    if (current === null || document.activeElement !== current) return;
    let caret = current.selectionStart;
    for (const { name, start, end } of typed.reverse()) {
      const value = isPlaceholder(name) ? values[name] : undefined;
      // Something else was typed there meanwhile.
      if (value === undefined || current.value.slice(start, end) !== text.slice(start, end)) continue;
      if (!typeInto(current, value, start, end)) continue;
      rememberTold(userId, ticketId, { [name]: value }, owner);
      if (start < caret) caret += value.length - (end - start);
    }
    current.setSelectionRange(caret, caret);
  };

  async function readValues(): Promise<{ values: Partial<Record<Placeholder, string>>; owner: OrderOwner }> {
    // Each time: whose ticket it is and whom the reply goes to may have been changed a moment ago.
    const query = api.cannedResponses.values.queryOptions({
      input: { ticketId, ...writtenTo(recipients) },
      staleTime: 0,
    });
    try {
      return await cache.fetchQuery(query);
    } catch {
      // They stay as they were typed, are pointed out, and are asked about before the reply is sent.
      return { values: {}, owner: null };
    }
  }
}
