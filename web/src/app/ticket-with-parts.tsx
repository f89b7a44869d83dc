import type { ComponentProps } from "react";
import { TicketDialog } from "../features/tickets/detail/ticket-dialog.tsx";
import { useMarkRead } from "../features/tickets/detail/use-mark-read.ts";
import { loadLater } from "../ui/load-later.tsx";
import { composerTools } from "./composer-tools.tsx";
import { ticketOrders } from "./ticket-orders.tsx";

const BlockDialog = loadLater(() =>
  import("../features/intake/blocked/block-dialog.tsx").then(({ BlockDialog }) => BlockDialog),
);

type Props = Omit<ComponentProps<typeof TicketDialog>, "tools" | "orders" | "blocking">;

/** A ticket's dialog with all that other features bring to it. */
export function TicketWithParts(props: Props) {
  useMarkRead(props.ticketId);
  return (
    <TicketDialog
      {...props}
      tools={composerTools}
      orders={ticketOrders}
      blocking={(about) => <BlockDialog {...about} />}
    />
  );
}
