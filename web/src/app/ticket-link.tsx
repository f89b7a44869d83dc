import { Link } from "@tanstack/react-router";
import type { ComponentProps } from "react";
import type { TicketLinkComponent } from "../features/tickets/list/ticket-row.tsx";

/** A link that opens a ticket over the list as it stands. */
export function TicketLink({ ticketId, ...rest }: ComponentProps<TicketLinkComponent>) {
  return (
    <Link
      {...rest}
      to="/dashboard"
      search={(search) => ({ ...search, section: "tickets", ticket: ticketId })}
      resetScroll={false}
    />
  );
}
