import type { OrderOwner } from "@deskhand/contract/canned-responses";
import { askedKinds, type Finding } from "@deskhand/contract/checking/finding";
import { promisedFiles } from "@deskhand/contract/checking/promised-files";
import { findPlaceholders, isPlaceholder, type Placeholder } from "@deskhand/contract/desk/placeholders";
import type { Recipients } from "@deskhand/contract/recipients";
import { useQueryClient } from "@tanstack/react-query";
import { type RefObject, useRef } from "react";
import type { AttachedResource } from "../../../../entities/ticket/reply-draft.ts";
import {
  forgetTold,
  readTold,
  rememberTold,
  type ToldOrder,
  toldToOthers,
  writtenTo,
} from "../../../../entities/ticket/told-order.ts";
import { api } from "../../../../lib/api.ts";
import { isTypedInto, typeInto } from "../../../../ui/form/type-into.ts";

/**
 * Fills in placeholders as they are typed or pasted (docs/product.md#placeholders). It leaves alone unknown values,
 * placeholders restored by the browser's undo, and braces within a value or a tool's text.
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
      // The text there changed meanwhile.
      if (value === undefined || current.value.slice(start, end) !== text.slice(start, end)) continue;
      if (!typeInto(current, value, start, end)) continue;
      rememberTold(userId, ticketId, { [name]: value }, owner);
      if (start < caret) caret += value.length - (end - start);
    }
    current.setSelectionRange(caret, caret);
  };

  async function readValues(): Promise<{ values: Partial<Record<Placeholder, string>>; owner: OrderOwner }> {
    // Fetched each time: the ticket's customer and the recipients may have changed a moment ago.
    const query = api.cannedResponses.values.queryOptions({
      input: { ticketId, ...writtenTo(recipients) },
      staleTime: 0,
    });
    try {
      return await cache.fetchQuery(query);
    } catch {
      // The placeholders stay, are highlighted, and must be confirmed before sending.
      return { values: {}, owner: null };
    }
  }
}

interface UnsentReply {
  composed: { text: string };
  recipients: { chosen: Recipients };
  /** The files to be sent with the reply. */
  files: readonly { filename: string }[];
  resources: { items: readonly AttachedResource[] };
  /** What differs from what is known. */
  findings: readonly Pick<Finding, "kind" | "written" | "says">[];
}

/**
 * Asks for confirmation before a reply is sent, again whenever the reasons change (docs/product.md#placeholders,
 * docs/product.md#resources-in-a-reply).
 */
export function useQuestion(userId: string, ticketId: string, unsent: UnsentReply) {
  const confirmed = useRef(new Set<string>());
  const { text } = unsent.composed;
  const placeholders = [...new Set(findPlaceholders(text).map(({ name }) => name))];
  const revealed = toldToOthers(userId, ticketId, text, unsent.recipients.chosen);
  const goes = new Set<string | undefined>(unsent.files.map(({ filename }) => filename));
  for (const { fileName } of unsent.resources.items) goes.add(fileName);
  const missing = promisedFiles(text).filter((name) => !goes.has(name));

  // Reasons to ask: open placeholders, order details sent to others than the customer, files mentioned but not attached, and
  // what differs from what is known.
  function questionOf(findings: UnsentReply["findings"]): SendQuestion | null {
    const differs = findings.filter(({ kind, written }) => askedKinds.has(kind) && promisedFiles(written).length === 0);
    const says = [...new Set(differs.map((finding) => finding.says))];
    const isAsked = placeholders.length > 0 || missing.length > 0 || revealed !== null || says.length > 0;
    return isAsked ? { placeholders, missing, told: revealed, says } : null;
  }

  const question = questionOf(unsent.findings);

  return {
    question,
    /** Whether something is unanswered, with what differs now. */
    isOpen(findings: UnsentReply["findings"]) {
      const now = questionOf(findings);
      return now !== null && reasonsOf(now).some((reason) => !confirmed.current.has(reason));
    },
    /** Confirms that the reply may go in spite of what is asked. */
    confirm() {
      for (const reason of question === null ? [] : reasonsOf(question)) confirmed.current.add(reason);
    },
    /** The order details in the text, stored with the draft. */
    told: () => readTold(userId, ticketId),
    /** Starts over for the next reply. */
    forget() {
      confirmed.current = new Set();
      forgetTold(userId, ticketId);
    },
  };
}

/** What to confirm before sending. */
export interface SendQuestion {
  placeholders: string[];
  missing: string[];
  told: ToldOrder | null;
  says: string[];
}

/** Each reason to ask by itself, so that a new one is asked about and an answered one is not. */
function reasonsOf({ placeholders, missing, told, says }: SendQuestion): string[] {
  const reasons = [...placeholders.map((name) => `{{${name}}}`), ...missing.map((name) => `file ${name}`), ...says];
  return told === null ? reasons : [...reasons, JSON.stringify(told)];
}

/** Returns the range of `text` that differs from `before`, in UTF-16 units; empty where text was only removed. */
export function changedPart(before: string, text: string): { start: number; end: number } {
  const shorter = Math.min(before.length, text.length);
  let start = 0;
  while (start < shorter && before[start] === text[start]) start += 1;
  let same = 0;
  while (same < shorter - start && before.at(-1 - same) === text.at(-1 - same)) same += 1;
  return { start, end: text.length - same };
}
