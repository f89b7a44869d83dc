import { useQuery } from "@tanstack/react-query";
import { api } from "../../../lib/api.ts";
import { edited, useEditsOnTheirWay } from "./facts/use-ticket-edit.ts";
import { useStatusOnItsWay } from "./status/use-status-change.ts";

/**
 * An open ticket as it is shown: as the server had it last, under one's own changes that are on their way there. Whatever is
 * fetched meanwhile may not have them yet.
 */
export function useShownTicket(ticketId: string) {
  const { data, error, refetch } = useQuery(api.tickets.get.queryOptions({ input: { id: ticketId } }));
  const edits = useEditsOnTheirWay(ticketId);
  const status = useStatusOnItsWay(ticketId);
  const ticket = data && edits.reduce(edited, status === undefined ? data : { ...data, status });
  return { ticket, error, refetch };
}
