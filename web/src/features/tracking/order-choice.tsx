import type { TicketDetail } from "@deskhand/contract/tickets";
import { isDefinedError } from "@orpc/client";
import { useMutation, useQueryClient } from "@tanstack/react-query";
import { Check } from "lucide-react";
import { isArchived } from "../../entities/ticket/ticket-state.ts";
import { api } from "../../lib/api.ts";
import { type CallError, failureText, firstFault } from "../../lib/failure.ts";
import { failsOffline } from "../../lib/retries.ts";
import { useSession } from "../../lib/session.ts";
import { Button } from "../../ui/button.tsx";
import { ordersToChoose, orderTitle, useTicketTracking } from "./use-ticket-tracking.ts";

interface OrderChoiceProps {
  ticket: Pick<TicketDetail, "id" | "status">;
  /** Called with the order's name once it is the ticket's. */
  onChosen?: (name: string) => void;
}

/** Offers each order that the ticket is probably about, to select with one click; empty once that is settled. */
export function OrderChoice({ ticket: { id, status }, onChosen }: OrderChoiceProps) {
  const { can } = useSession();
  const { data } = useTicketTracking(id);
  const number = useOrderNumber(id);
  const isEditable = !isArchived(status) && can("tickets:update");
  const orders = data === undefined || !isEditable ? [] : ordersToChoose(data);
  if (orders.length === 0) return null;
  return (
    <>
      {orders.map(({ id: orderId, name }) => (
        <Button
          key={orderId}
          size="sm"
          icon={<Check size={13} aria-hidden />}
          disabled={number.isLooking}
          onClick={() => number.save({ orderNumber: name, expected: null }, { onSuccess: () => onChosen?.(name) })}
        >
          <span>
            Use <bdi>{orderTitle(name)}</bdi>
          </span>
        </Button>
      ))}
      {number.failure !== null && (
        <span role="alert" className="text-red text-xs">
          {number.failure}
        </span>
      )}
    </>
  );
}

const NOT_RETRIEVED = "Failed to retrieve tracking information. Please try again.";

/** Saves a ticket's order number, and looks orders up in the store. */
export function useOrderNumber(ticketId: string) {
  const cache = useQueryClient();
  const refetch = () => cache.invalidateQueries({ queryKey: api.tracking.ofTicket.key({ input: { ticketId } }) });

  const look = useMutation({
    mutationFn: (orderNumber: string) => api.tracking.look.call({ ticketId, orderNumber }),
    networkMode: "always",
    // The store's response is newer than what is shown, and deleted orders are gone.
    onSettled: refetch,
  });
  const save = useMutation({
    mutationFn: (change: { orderNumber: string | null; expected: string | null }) =>
      api.tracking.saveOrderNumber.call({ ticketId, ...change }),
    ...failsOffline,
    onSuccess({ saved }) {
      void refetch();
      // Placeholders now have another order's values.
      void cache.invalidateQueries({ queryKey: api.cannedResponses.values.key({ input: { ticketId } }) });
      void cache.invalidateQueries({ queryKey: api.tickets.activity.key({ input: { id: ticketId } }) });
      if (saved !== null) look.mutate(saved.orderNumber);
    },
    // Somebody else may have changed it.
    onError: refetch,
  });

  return {
    look: look.mutate,
    isLooking: look.isPending || save.isPending,
    /** The order looked up last. */
    looked: look.data?.order,
    /** Why it could not be read from the store now. */
    storeFault: look.data?.fault ?? null,
    save: save.mutate,
    isSaved: save.isSuccess,
    failure: save.error === null ? look.error && lookFailure(look.error) : saveFailure(save.error),
    dismiss() {
      save.reset();
      if (look.isError) look.reset();
    },
  };
}

function lookFailure(error: CallError): string {
  if (!isDefinedError(error)) return NOT_RETRIEVED;
  return firstFault(error) ?? (error.code === "unexpected" ? NOT_RETRIEVED : error.message);
}

function saveFailure(error: CallError): string {
  if (!isDefinedError(error) || error.code !== "ticket_changed_meanwhile") return failureText(error);
  const now = error.data.value === null ? "removed" : `${error.data.value} now`;
  return `The order number was changed meanwhile: it is ${now}. Your change was not saved.`;
}
