import { Link } from "@tanstack/react-router";
import type { ReactNode } from "react";

interface TicketLinkProps {
  ticketId: string;
  tabIndex?: number;
  className: string;
  dir?: "auto";
  children: ReactNode;
}

/** A link that opens a ticket over the tab as it stands. */
export function TicketLink({ ticketId, ...rest }: TicketLinkProps) {
  return <Link {...rest} to="/dashboard" search={(search) => ({ ...search, ticket: ticketId })} resetScroll={false} />;
}
