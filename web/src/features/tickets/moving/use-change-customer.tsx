import type { TicketDetail } from "@deskhand/contract/tickets";
import { ticketLabel } from "@deskhand/contract/vocabulary";
import { type QueryClient, useMutation, useQueryClient } from "@tanstack/react-query";
import { customerLabel } from "../../../entities/customer/customer-label.ts";
import { refreshAllTickets } from "../../../entities/ticket/ticket-queries.ts";
import { api } from "../../../lib/api.ts";
import { failureSentence, fieldFailures } from "../../../lib/failure.ts";
import { waitsForNetwork } from "../../../lib/retries.ts";
import { announce } from "../../../ui/announcer.tsx";
import { Button } from "../../../ui/button.tsx";
import { closeToast, showToast } from "../../../ui/overlay/show-toast.ts";
import { serverFaults } from "../create/draft-faults.ts";

type Chosen = { id: string } | { email: string; name?: string };

/** Gives a ticket to another customer; a toast says so, and takes it back. */
export function useChangeCustomer(ticket: TicketDetail, onDone: () => void) {
  const cache = useQueryClient();
  const { id, customerId } = ticket;
  const change = useMutation(
    api.tickets.changeCustomer.mutationOptions({
      ...waitsForNetwork,
      onSuccess(changed) {
        show(cache, changed);
        onDone();
        if (changed.customerId !== customerId) tell(cache, changed, ticket);
      },
    }),
  );
  const faults = serverFaults(fieldFailures(change.error));
  return {
    isPending: change.isPending,
    error: change.error,
    /** What of the one who was typed is wrong, by field. */
    faults: Object.keys(faults).length > 0 ? faults : undefined,
    to: (customer: Chosen) => change.mutate({ id, customer, expected: customerId }),
  };
}

function tell(cache: QueryClient, changed: TicketDetail, before: TicketDetail): void {
  const toast = `customer-${changed.id}`;
  const title = `${ticketLabel(changed.ticketNumber)} is of ${customerLabel(changed)} now`;
  announce(title);
  showToast({
    id: toast,
    title,
    message: `It was of ${customerLabel(before)}.`,
    actions: (
      <Button size="sm" className="mt-1.5" onClick={() => void takeBack(cache, changed, before, toast)}>
        Undo
      </Button>
    ),
  });
}

async function takeBack(cache: QueryClient, changed: TicketDetail, before: TicketDetail, toast: string): Promise<void> {
  closeToast(toast);
  const customer = before.customerId === null ? null : { id: before.customerId };
  try {
    const back = await api.tickets.changeCustomer.call({ id: changed.id, customer, expected: changed.customerId });
    show(cache, back);
    announce(`${ticketLabel(back.ticketNumber)} is of ${customerLabel(back)} again`);
  } catch (error) {
    // Somebody else changed it since, or the network is gone: whose it is stands on the ticket.
    const message = error instanceof Error ? failureSentence(error) : undefined;
    showToast({ id: toast, title: "The customer was not changed back", message });
  }
}

function show(cache: QueryClient, ticket: TicketDetail): void {
  cache.setQueryData(api.tickets.get.queryKey({ input: { id: ticket.id } }), ticket);
  refreshAllTickets(cache);
  void cache.invalidateQueries({ queryKey: api.customers.key() });
}
