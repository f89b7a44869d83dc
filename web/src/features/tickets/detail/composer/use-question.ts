import { findPlaceholders } from "@deskhand/contract/desk/placeholders";
import type { Recipients } from "@deskhand/contract/recipients";
import { useRef } from "react";
import { forgetTold, readTold, toldToOthers } from "../../../../entities/ticket/told-order.ts";

/** What is to be asked of a reply before it goes, each time that it is something else (docs/product.md#placeholders). */
export function useQuestion(userId: string, ticketId: string, text: string, recipients: Recipients) {
  const confirmed = useRef("");
  const placeholders = [...new Set(findPlaceholders(text).map(({ name }) => name))];
  const told = toldToOthers(userId, ticketId, text, recipients);
  // What has to be filled in, and what it tells of an order to others than its customer.
  const question = placeholders.length > 0 || told !== null ? { placeholders, told } : null;
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
