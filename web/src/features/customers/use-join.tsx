import type { CustomerDetail } from "@deskhand/contract/customers";
import { type QueryClient, useMutation, useQueryClient } from "@tanstack/react-query";
import { customerLabel } from "../../entities/customer/customer-label.ts";
import { refreshAllTickets } from "../../entities/ticket/ticket-queries.ts";
import { api } from "../../lib/api.ts";
import { failureSentence } from "../../lib/failure.ts";
import { announce } from "../../ui/announcer.tsx";
import { Button } from "../../ui/button.tsx";
import { closeToast, showToast } from "../../ui/overlay/show-toast.ts";

/** Joins two customers, with a toast that can separate them. */
export function useJoin(onDone: () => void) {
  const cache = useQueryClient();
  return useMutation(
    api.customers.join.mutationOptions({
      onSuccess(joined, { id }) {
        show(cache, joined);
        onDone();
        const other = joined.joined.find((one) => one.id === id);
        const title = `${labelOf({ id, name: other?.name ?? null, email: other?.email ?? null })} is ${labelOf(joined)} now`;
        announce(title);
        const toast = `joined-${id}`;
        showToast({
          id: toast,
          title,
          message: "All their tickets, orders and addresses are in one place.",
          actions: (
            <Button size="sm" className="mt-1.5" onClick={() => void undo(cache, id, toast)}>
              Undo
            </Button>
          ),
        });
      },
    }),
  );
}

/** Separates a joined customer. */
export function usePart() {
  const cache = useQueryClient();
  return useMutation(
    api.customers.part.mutationOptions({
      onSuccess(parted) {
        show(cache, parted);
        announce(`${labelOf(parted)} is a customer of their own again`);
      },
    }),
  );
}

async function undo(cache: QueryClient, id: string, toast: string): Promise<void> {
  closeToast(toast);
  try {
    const parted = await api.customers.part.call({ id });
    show(cache, parted);
    announce(`${labelOf(parted)} is a customer of their own again`);
  } catch (error) {
    // Somebody erased them meanwhile, or the network is down: the customer's details show who is joined.
    const message = error instanceof Error ? failureSentence(error) : undefined;
    showToast({ id: toast, title: "The customers were not parted", message });
  }
}

function show(cache: QueryClient, customer: CustomerDetail): void {
  cache.setQueryData(api.customers.get.queryKey({ input: { id: customer.id } }), customer);
  for (const queryKey of [api.customers.key(), api.orders.key()]) void cache.invalidateQueries({ queryKey });
  refreshAllTickets(cache);
}

/** Returns a customer's name for use in a sentence. */
export function labelOf(customer: { id: string; name: string | null; email: string | null }): string {
  return customerLabel({ customer, customerId: customer.id });
}
