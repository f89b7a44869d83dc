import { useQueryClient } from "@tanstack/react-query";
import { Link, useNavigate, useSearch } from "@tanstack/react-router";
import type { PointerEvent, ReactNode } from "react";
import { api } from "../../lib/api.ts";

interface TicketLinkProps {
  ticketId: string;
  tabIndex?: number;
  className: string;
  dir?: "auto";
  onClick?: () => void;
  children: ReactNode;
}

/** A link that opens a ticket over the tab; it fetches the ticket before the click ends. */
export function TicketLink({ ticketId, ...rest }: TicketLinkProps) {
  const cache = useQueryClient();

  function askAhead({ pointerType, button }: PointerEvent) {
    // A touch may only be the start of scrolling.
    if (pointerType !== "mouse" || button !== 0) return;
    void cache.prefetchQuery(api.tickets.get.queryOptions({ input: { id: ticketId } }));
  }

  return (
    <Link
      {...rest}
      to="."
      search={(search) => ({ ...search, ticket: ticketId })}
      resetScroll={false}
      onPointerDown={askAhead}
    />
  );
}

export interface OpenTicket {
  /** The ticket whose dialog is open; null for none. */
  openTicketId: string | null;
  /** Opens a ticket over the section. */
  openTicket: (ticketId: string) => void;
}

/** Returns the ticket named in the page's address, and the way to open another. */
export function useOpenTicket(): OpenTicket {
  const navigate = useNavigate();
  const openTicketId = useSearch({ strict: false, select: ({ ticket }) => ticket ?? null });
  return {
    openTicketId,
    openTicket: (ticket) => void navigate({ to: ".", search: (search) => ({ ...search, ticket }), resetScroll: false }),
  };
}
