import type { TicketDetail } from "@deskhand/contract/tickets";
import type { ReactNode } from "react";

/** Places in a ticket that other features fill; the app puts them together. */
export interface TicketSlots {
  /** Beside the thread, under the ticket's own cards. */
  side?: (ticket: TicketDetail) => ReactNode;
  /** The Tracking tab. */
  tracking?: (ticket: TicketDetail) => ReactNode;
  /** The Order Info tab. */
  orderInfo?: (ticket: TicketDetail) => ReactNode;
}
