import type { ComponentProps } from "react";
import { TicketDialog } from "../features/tickets/detail/ticket-dialog.tsx";
import { useMarkRead } from "../features/tickets/detail/use-mark-read.ts";
import { composerTools } from "./composer-tools.tsx";
import { ticketOrders } from "./ticket-orders.tsx";

/** A ticket's dialog with all that other features bring to it. */
export function TicketWithParts(props: Omit<ComponentProps<typeof TicketDialog>, "tools" | "orders">) {
  useMarkRead(props.ticketId);
  return <TicketDialog {...props} tools={composerTools} orders={ticketOrders} />;
}
