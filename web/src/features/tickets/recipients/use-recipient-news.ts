import { everybodyIn } from "@deskhand/contract/desk/whom";
import { limits } from "@deskhand/contract/limits";
import type { RecipientNews, Recipients } from "@deskhand/contract/recipients";
import type { TicketDetail } from "@deskhand/contract/tickets";
import { keepPreviousData, useQuery } from "@tanstack/react-query";
import { api } from "../../../lib/api.ts";

const FRESH_MS = 60_000;

/**
 * What the server knows of those whom a mail of a ticket, or of one that is still to come (null), is to go to, by their addresses; asked
 * anew as the thread goes on.
 */
export function useRecipientNews(
  ticket: TicketDetail | null,
  recipients: Recipients,
): { news: ReadonlyMap<string, RecipientNews>; isMissing: boolean } {
  const people = everybodyIn(recipients)
    .slice(0, limits.recipientsChecked)
    .toSorted((one, other) => (one.email < other.email ? -1 : 1));
  const input = { ...(ticket && { ticketId: ticket.id }), people };
  const states = ticket?.messages.map(({ deliveryState }) => deliveryState).join();
  const { data, isError } = useQuery({
    ...api.messages.checkRecipients.queryOptions({
      input,
      enabled: people.length > 0,
      placeholderData: keepPreviousData,
      staleTime: FRESH_MS,
      retry: false,
    }),
    queryKey: [...api.messages.checkRecipients.queryKey({ input }), ticket?.messageCount, states],
  });
  return { news: new Map(data?.items.map((one) => [one.email, one])), isMissing: isError };
}
