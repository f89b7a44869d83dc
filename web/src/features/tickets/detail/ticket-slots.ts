import type { TicketDetail } from "@deskhand/contract/tickets";
import type { ReactNode } from "react";
import type { ReplyDraft } from "./composer/reply-draft.ts";

/** Places in a ticket that other features fill; the app puts them together. */
export interface TicketSlots {
  /** Beside the thread, under the ticket's own cards. */
  side?: (ticket: TicketDetail) => ReactNode;
  /** The Tracking tab. */
  tracking?: (ticket: TicketDetail) => ReactNode;
  /** The Order Info tab. */
  orderInfo?: (ticket: TicketDetail) => ReactNode;
  /** Buttons of the composer, before Send Reply. */
  replyTools?: (draft: ReplyDraft) => ReactNode;
  /** Opened by `/` in an empty composer, above the text; `close` gives the focus back to it. */
  quickPicker?: (draft: ReplyDraft, close: () => void) => ReactNode;
}
