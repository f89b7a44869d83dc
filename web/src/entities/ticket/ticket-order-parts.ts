import type { TicketDetail } from "@deskhand/contract/tickets";
import type { ReactNode } from "react";

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
