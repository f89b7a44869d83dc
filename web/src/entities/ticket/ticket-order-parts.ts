import type { TicketDetail } from "@deskhand/contract/tickets";
import type { ReactNode } from "react";

/** The room that an order in brief takes, also while it is read: nothing below it is to move. */
export const briefHeight = "min-h-22 lg:min-h-28 split:min-h-38";

/** What another feature shows of the orders of a ticket; the app puts it in. */
export interface TicketOrderParts {
  /** In the card of its customer. */
  customer: (ticket: TicketDetail) => ReactNode;
  /** In brief, beside or above the thread; `showTracking` opens the tab. */
  brief: (ticket: TicketDetail, showTracking: () => void) => ReactNode;
  /** The tabs Tracking and Order Info. */
  tracking: (ticket: TicketDetail) => ReactNode;
  orderInfo: (ticket: TicketDetail) => ReactNode;
}
