import { getRouteApi, useNavigate } from "@tanstack/react-router";
import { loadLater } from "../ui/load-later.tsx";
import { ticketSlots } from "./ticket-slots.tsx";

const route = getRouteApi("/dashboard");

const TicketDialog = loadLater(() =>
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
      // A ticket that has left the list leaves its place to the one where the list's keys go on.
      returnFocusTo={() =>
        document.querySelector<HTMLElement>(`[data-ticket="${CSS.escape(ticket)}"] a`) ??
        document.querySelector<HTMLElement>('[data-ticket] a[tabindex="0"]')
      }
    />
  );
}
