import { limits } from "@deskhand/contract/limits";
import type { TicketDetail } from "@deskhand/contract/tickets";
import type { TicketOrder } from "@deskhand/contract/tracking";
import { FulfillmentBadge } from "../../entities/order/order-badges.tsx";
import { OrderLink } from "../../entities/order/order-link.tsx";
import { isArchived } from "../../entities/ticket/is-archived.ts";
import { formatDate, formatMoney } from "../../lib/format.ts";
import { useSession } from "../../lib/session.ts";
import { Button } from "../../ui/button.tsx";
import { orderTitle } from "./order-title.ts";
import { useOrderNumber } from "./use-order-number.ts";

interface RecentBriefProps {
  ticket: Pick<TicketDetail, "id" | "status">;
  orders: readonly TicketOrder[];
}

/** A customer's last orders in a line each, where their ticket is about none; one click makes one the ticket's. */
export function RecentBrief({ ticket: { id, status }, orders }: RecentBriefProps) {
  const { can } = useSession();
  const number = useOrderNumber(id);
  const isEditable = !isArchived(status) && can("tickets:update");
  return (
    <>
      <ul aria-label="Last orders" className="flex flex-col gap-1">
        {orders.slice(0, limits.ordersOnTicket).map((order) => (
          <li key={order.id} className="flex flex-wrap items-center gap-x-2 gap-y-0.5">
            <OrderLink
              orderId={order.id}
              className="rounded-tag font-semibold tabular hover:text-accent hover:underline"
            >
              <bdi>{orderTitle(order.name)}</bdi>
            </OrderLink>
            <FulfillmentBadge status={order.fulfillmentStatus} />
            {isEditable && (
              <Button
                size="sm"
                className="ml-auto"
                disabled={number.isLooking}
                onClick={() => number.save({ orderNumber: order.name, expected: null })}
              >
                Use<span className="sr-only"> {orderTitle(order.name)}</span>
              </Button>
            )}
            <span className="basis-full text-soft text-xs tabular">
              {formatMoney(order.totalPrice, order.currency)} · {formatDate(order.createdAt)}
            </span>
          </li>
        ))}
      </ul>
      {number.failure !== null && (
        <span role="alert" className="text-red text-xs">
          {number.failure}
        </span>
      )}
    </>
  );
}
