import { findPlaceholders } from "@deskhand/contract/desk/placeholders";
import type { Recipients } from "@deskhand/contract/recipients";
import { useRef } from "react";
import { promisedFiles } from "../../../../entities/ticket/promised-files.ts";
import type { AttachedResource } from "../../../../entities/ticket/reply-draft.ts";
import { forgetTold, readTold, toldToOthers } from "../../../../entities/ticket/told-order.ts";

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
