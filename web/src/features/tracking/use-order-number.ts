import { isDefinedError } from "@orpc/client";
import { useMutation, useQueryClient } from "@tanstack/react-query";
import { api } from "../../lib/api.ts";
import { type CallError, failureText, firstFault } from "../../lib/failure.ts";
import { failsOffline } from "../../lib/retries.ts";

const NOT_RETRIEVED = "Failed to retrieve tracking information. Please try again.";

/** Keeps an order's number with a ticket, and looks orders up. */
export function useOrderNumber(ticketId: string) {
  const cache = useQueryClient();
  const refetch = () => cache.invalidateQueries({ queryKey: api.tracking.ofTicket.key({ input: { ticketId } }) });

  const look = useMutation({
    mutationFn: (orderNumber: string) => api.tracking.look.call({ ticketId, orderNumber }),
    networkMode: "always",
    // What was just read from the store is newer than what is shown, and what it no longer has is gone.
    onSettled: refetch,
  });
  const save = useMutation({
    mutationFn: (change: { orderNumber: string | null; expected: string | null }) =>
      api.tracking.saveOrderNumber.call({ ticketId, ...change }),
    ...failsOffline,
    onSuccess({ saved }) {
      void refetch();
      // A reply is filled with what is known of another order now.
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
    /** The order that was looked up last. */
    looked: look.data?.order,
    /** Why that is not as the store has it now. */
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
