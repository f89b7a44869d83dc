import { useQueryClient } from "@tanstack/react-query";
import { Link, useNavigate, useSearch } from "@tanstack/react-router";
import type { PointerEvent, ReactNode } from "react";
import { api } from "../../lib/api.ts";

interface TicketLinkProps {
  ticketId: string;
  tabIndex?: number;
  className: string;
  dir?: "auto";
  children: ReactNode;
}

/** A link that opens a ticket over the tab as it stands; the ticket is asked for before the click is done. */
export function TicketLink({ ticketId, ...rest }: TicketLinkProps) {
  const cache = useQueryClient();

  function askAhead({ pointerType, button }: PointerEvent) {
    // A touch may as well be the beginning of scrolling.
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
  /** Opens a ticket over the section as it stands. */
  openTicket: (ticketId: string) => void;
}

/** The ticket that the address names, and the way to another. */
export function useOpenTicket(): OpenTicket {
  const navigate = useNavigate();
  const openTicketId = useSearch({ strict: false, select: ({ ticket }) => ticket ?? null });
  return {
    openTicketId,
    openTicket: (ticket) => void navigate({ to: ".", search: (search) => ({ ...search, ticket }), resetScroll: false }),
  };
}
