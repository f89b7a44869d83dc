import type { TicketTracking } from "@deskhand/contract/tracking";
import { OrderLink } from "../../entities/order/order-link.tsx";
import { formatDate, formatMoney } from "../../lib/format.ts";
import { Button } from "../../ui/button.tsx";
import { Card } from "../../ui/card.tsx";
import { CertaintyBadge, foundBecause, unknownOrders } from "./certainty-badge.tsx";
import { orderTitle } from "./use-ticket-tracking.ts";

interface FoundOrdersProps {
  tracking: TicketTracking;
  /** The order that is shown already. */
  shownId: string | undefined;
  /** Absent where nothing may be changed. */
  onTrack: ((orderNumber: string) => void) | undefined;
}

/** What else was found of the orders that a ticket may be about, and which numbers are no order's. */
export function FoundOrders({ tracking: { found, notFound, deleted }, shownId, onTrack }: FoundOrdersProps) {
  const others = found.filter(({ order }) => order.id !== shownId);
  if (others.length === 0 && notFound.length === 0) return null;
  return (
    <Card title="Also named in this ticket">
      <ul className="flex flex-col gap-2.5">
        {others.map((one) => (
          <li key={one.order.id} className="flex flex-wrap items-center gap-x-2.5 gap-y-1.5 text-sm">
            <OrderLink
              orderId={one.order.id}
              className="rounded-tag font-semibold tabular hover:text-accent hover:underline"
            >
              <bdi>{orderTitle(one.order.name)}</bdi>
            </OrderLink>
            <CertaintyBadge found={one} notFound={notFound} />
            <span className="text-soft tabular">
              {formatMoney(one.order.totalPrice, one.order.currency)} · {formatDate(one.order.createdAt)}
            </span>
            <span className="basis-full text-soft text-xs">{foundBecause(one, notFound)}</span>
            {onTrack && (
              <Button size="sm" onClick={() => onTrack(one.order.name)}>
                Use for Tracking
              </Button>
            )}
          </li>
        ))}
        {unknownOrders(notFound, { deleted }).map((sentence) => (
          <li key={sentence} className="text-sm text-soft">
            {sentence}
          </li>
        ))}
      </ul>
    </Card>
  );
}
