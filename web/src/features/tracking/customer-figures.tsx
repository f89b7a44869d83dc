import { CustomerLink } from "../../entities/customer/customer-link.tsx";
import { counted, formatMoney } from "../../lib/format.ts";
import { useSession } from "../../lib/session.ts";
import { Skeleton } from "../../ui/skeleton.tsx";
import { useTicketTracking } from "./use-ticket-tracking.ts";

/** The customer's purchases and other tickets in numbers, linked to the customer. */
export function CustomerFigures({ ticketId }: { ticketId: string }) {
  const { can } = useSession();
  const { data, error } = useTicketTracking(ticketId);
  if (data === undefined) {
    return (
      error === null && (
        <p className="mt-1.5 flex min-h-[1lh] items-center text-sm">
          <Skeleton className="h-3 w-3/5" />
        </p>
      )
    );
  }
  const { customer, parsed } = data;
  if (customer === null) return null;
  const { id, totalOrders, totalSpent, currency, otherTickets } = customer;
  const figures = [
    // Beside orders named in the ticket, "No orders" would only mean none known here.
    ...(totalOrders === 0 ? (parsed === null ? ["no orders"] : []) : []),
    ...(totalOrders > 0 ? [counted(totalOrders, "order"), `${formatMoney(totalSpent, currency)} spent`] : []),
    otherTickets === 0 ? "no other tickets" : counted(otherTickets, "other ticket"),
  ].join(" · ");
  return (
    <p className="mt-1.5 min-h-[1lh] text-sm text-soft tabular first-letter:uppercase">
      {can("customers:read") ? (
        <CustomerLink customerId={id} className="line-alone rounded-tag hover:text-ink hover:underline">
          {figures}
          <span className="sr-only">. Open the customer</span>
        </CustomerLink>
      ) : (
        figures
      )}
    </p>
  );
}
