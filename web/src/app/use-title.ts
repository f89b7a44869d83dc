import { ticketLabel } from "@deskhand/contract/vocabulary";
import { skipToken, useQuery } from "@tanstack/react-query";
import { useLocation } from "@tanstack/react-router";
import { useOpenTicket } from "../entities/ticket/use-open-ticket.ts";
import { useNotifications } from "../features/notifications/use-notifications.ts";
import { api } from "../lib/api.ts";
import { usePageTitle, useShownPart } from "../ui/page-title.ts";
import { sectionIds, sections } from "./sections.ts";

/** Names the page after what is shown: the open ticket, the part of the section or the section; with the number on the bell. */
export function useTitle(): void {
  const path = useLocation({ select: ({ pathname }) => pathname.replace(/\/$/, "") });
  const section = sectionIds.find((id) => sections[id].path === path) ?? "dashboard";
  const shownPart = useShownPart();
  const { openTicketId: id } = useOpenTicket();
  // Its dialog fetches it.
  const { data: ticket } = useQuery({
    ...api.tickets.get.queryOptions({ input: id === null ? skipToken : { id } }),
    enabled: false,
  });
  const ticketName = id !== null && ticket !== undefined ? ticketLabel(ticket.ticketNumber) : null;
  usePageTitle(ticketName ?? shownPart ?? sections[section].label, useNotifications().count);
}
