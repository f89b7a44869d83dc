import { CustomerLink } from "../../entities/customer/customer-link.tsx";
import { counted, formatMoney } from "../../lib/format.ts";
import { useSession } from "../../lib/session.ts";
import { Skeleton } from "../../ui/skeleton.tsx";
import { useTicketTracking } from "./use-ticket-tracking.ts";

/** What a ticket's customer bought, and what else they wrote about; it leads to the customer. */
export function CustomerFigures({ ticketId }: { ticketId: string }) {
  const { can } = useSession();
  const { data, error } = useTicketTracking(ticketId);
  if (data === undefined) return error === null && <Skeleton className="mt-2 h-3 w-3/5" />;
  const { customer } = data;
  if (customer === null) return null;
  const { id, totalOrders, totalSpent, currency, otherTickets } = customer;
  const figures = [
    totalOrders === 0 ? "No orders" : counted(totalOrders, "order"),
    ...(totalOrders === 0 ? [] : [`${formatMoney(totalSpent, currency)} spent`]),
    otherTickets === 0 ? "no other tickets" : counted(otherTickets, "other ticket"),
  ].join(" · ");
  return (
    <p className="mt-1.5 text-sm text-soft tabular">
      {can("customers:read") ? (
        <CustomerLink customerId={id} className="rounded-tag hover:text-ink hover:underline">
          {figures}
          <span className="sr-only">. Open the customer</span>
        </CustomerLink>
      ) : (
        figures
      )}
    </p>
  );
}
