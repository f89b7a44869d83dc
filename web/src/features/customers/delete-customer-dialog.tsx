import type { CustomerDetail } from "@deskhand/contract/customers";
import { isDefinedError, safe } from "@orpc/client";
import { useMutation, useQueryClient } from "@tanstack/react-query";
import { Link } from "@tanstack/react-router";
import { customerLabel } from "../../entities/customer/customer-label.ts";
import { api } from "../../lib/api.ts";
import { type CallError, failureSentence } from "../../lib/failure.ts";
import { counted } from "../../lib/format.ts";
import { announce } from "../../ui/announcer.tsx";
import { Banner } from "../../ui/banner.tsx";
import { Button, buttonClass } from "../../ui/button.tsx";
import { Dialog } from "../../ui/overlay/dialog.tsx";

interface DeleteCustomerDialogProps {
  customer: CustomerDetail;
  removal: ReturnType<typeof useDeleteCustomer>;
  onClose: () => void;
}

/**
 * Asks for confirmation before a customer is deleted for good, or says that their tickets prevent it
 * (docs/product.md#customers).
 */
export function DeleteCustomerDialog({ customer, removal, onClose }: DeleteCustomerDialogProps) {
  const { id, email, orderCount, shopifyCustomerId } = customer;
  const label = customerLabel({ customer, customerId: id });
  // Only the server knows of tickets that arrived since.
  const tickets = ticketsIn(removal.error) ?? customer.ticketCount;
  return (
    <Dialog
      size="sm"
      title={
        <>
          Delete <bdi>{label}</bdi>?
        </>
      }
      onClose={onClose}
      footer={
        <>
          <Button data-autofocus onClick={onClose}>
            {tickets > 0 ? "Close" : "Cancel"}
          </Button>
          {tickets > 0 && email !== null && (
            <Link to="/dashboard/tickets" search={{ customer: email }} className={buttonClass("primary")}>
              View Tickets
            </Link>
          )}
          {tickets === 0 && (
            <Button
              variant="danger"
              busy={removal.isPending}
              busyText="Deleting..."
              onClick={() => removal.mutate(customer)}
            >
              Delete Customer
            </Button>
          )}
        </>
      }
    >
      {tickets > 0 ? (
        <p>
          <bdi>{label}</bdi> has {counted(tickets, "ticket")}, so they cannot be deleted: nobody could reply to those
          any more.
        </p>
      ) : (
        <div className="flex flex-col gap-3 text-soft">
          <p>The customer goes for everybody and for good. When they write again, they are somebody new.</p>
          <p>The mail log keeps mails that came from them, and the audit log keeps who it was.</p>
          {orderCount > 0 && (
            <p>
              {orderCount === 1
                ? "Their order stays, without a customer."
                : `Their ${counted(orderCount, "order")} stay, without a customer.`}
            </p>
          )}
          {shopifyCustomerId !== null && <p>Shopify still has them: a sync brings them back.</p>}
          {removal.error !== null && (
            <Banner kind="error">{`Failed to delete customer: ${failureSentence(removal.error)}`}</Banner>
          )}
        </div>
      )}
    </Dialog>
  );
}

function ticketsIn(error: CallError | null): number | null {
  return isDefinedError(error) && error.code === "customer_has_tickets" ? error.data.tickets : null;
}

/** Deletes a customer for everybody. One who is already gone counts as deleted. */
export function useDeleteCustomer(onDeleted: () => void) {
  const cache = useQueryClient();
  return useMutation({
    async mutationFn({ id }: CustomerDetail) {
      const { error } = await safe(api.customers.delete.call({ id }));
      // Somebody else deleted them first, or a response was lost: either way they are gone.
      if (error !== null && !(isDefinedError(error) && error.code === "customer_not_found")) throw error;
    },
    onSuccess(_, customer) {
      onDeleted();
      announce(`${customerLabel({ customer, customerId: customer.id })} deleted`);
      cache.removeQueries({ queryKey: api.customers.get.key({ input: { id: customer.id } }) });
      void cache.invalidateQueries({ queryKey: api.customers.key() });
    },
  });
}
