import { useNavigate, useSearch } from "@tanstack/react-router";

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
