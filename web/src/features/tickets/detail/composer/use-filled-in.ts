import type { OrderOwner } from "@deskhand/contract/canned-responses";
import { findPlaceholders, isPlaceholder, type Placeholder } from "@deskhand/contract/desk/placeholders";
import type { Recipients } from "@deskhand/contract/recipients";
import { useQueryClient } from "@tanstack/react-query";
import { type RefObject, useRef } from "react";
import { type AttachedResource, promisedFiles } from "../../../../entities/ticket/reply-draft.ts";
import { forgetTold, readTold, rememberTold, toldToOthers, writtenTo } from "../../../../entities/ticket/told-order.ts";
import { api } from "../../../../lib/api.ts";
import { isTypedInto, typeInto } from "../../../../ui/form/type-into.ts";

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

interface UnsentReply {
  composed: { text: string };
  recipients: { chosen: Recipients };
  /** What goes with it. */
  files: readonly { filename: string }[];
  resources: { items: readonly AttachedResource[] };
}

/**
 * What is to be asked of a reply before it goes, each time that it is something else (docs/product.md#placeholders,
 * docs/product.md#resources-in-a-reply).
 */
export function useQuestion(userId: string, ticketId: string, unsent: UnsentReply) {
  const confirmed = useRef("");
  const { text } = unsent.composed;
  const placeholders = [...new Set(findPlaceholders(text).map(({ name }) => name))];
  const told = toldToOthers(userId, ticketId, text, unsent.recipients.chosen);
  const goes = new Set<string | undefined>(unsent.files.map(({ filename }) => filename));
  for (const { fileName } of unsent.resources.items) goes.add(fileName);
  const missing = promisedFiles(text).filter((name) => !goes.has(name));
  // What has to be filled in, what it tells of an order to others than its customer, and the files that it only speaks of.
  const isAsked = placeholders.length > 0 || missing.length > 0 || told !== null;
  const question = isAsked ? { placeholders, missing, told } : null;
  const said = JSON.stringify(question);

  return {
    question,
    /** Whether it is still to be answered. */
    isOpen: () => question !== null && confirmed.current !== said,
    /** The reply may go as it is. */
    confirm() {
      confirmed.current = said;
    },
    /** What was told of an order, as it is kept with the draft. */
    told: () => readTold(userId, ticketId),
    /** The next reply is asked about anew. */
    forget() {
      confirmed.current = "";
      forgetTold(userId, ticketId);
    },
  };
}

/** Where a text differs from what it was before: what is new in it, in UTF-16 units; empty where something was only taken away. */
export function changedPart(before: string, text: string): { start: number; end: number } {
  const shorter = Math.min(before.length, text.length);
  let start = 0;
  while (start < shorter && before[start] === text[start]) start += 1;
  let same = 0;
  while (same < shorter - start && before.at(-1 - same) === text.at(-1 - same)) same += 1;
  return { start, end: text.length - same };
}
