import { getRouteApi, useNavigate } from "@tanstack/react-router";
import { later } from "../ui/later.tsx";
import { ticketSlots } from "./ticket-slots.tsx";

const route = getRouteApi("/dashboard");

const TicketDialog = later(() =>
  import("../features/tickets/detail/ticket-dialog.tsx").then(({ TicketDialog }) => TicketDialog),
);

/** The dialog of the ticket that the address names, over whatever tab is shown. */
export function OpenTicket() {
  const { ticket } = route.useSearch();
  const navigate = useNavigate({ from: "/dashboard" });
  if (ticket === undefined) return null;

  return (
    <TicketDialog
      key={ticket}
      ticketId={ticket}
      slots={ticketSlots}
      onClose={() => void navigate({ search: (search) => ({ ...search, ticket: undefined }), resetScroll: false })}
      returnFocusTo={() => document.querySelector<HTMLElement>(`[data-ticket="${CSS.escape(ticket)}"] a`)}
    />
  );
}
