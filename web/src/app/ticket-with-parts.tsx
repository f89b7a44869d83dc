import type { ComponentProps } from "react";
import { TicketDialog } from "../features/tickets/detail/ticket-dialog.tsx";
import { composerTools } from "./composer-tools.tsx";
import { ticketOrders } from "./ticket-orders.tsx";

/** A ticket's dialog with all that other features bring to it. */
export function TicketWithParts(props: Omit<ComponentProps<typeof TicketDialog>, "tools" | "orders">) {
  return <TicketDialog {...props} tools={composerTools} orders={ticketOrders} />;
}
