import { limits } from "@deskhand/contract/limits";
import { ExternalLink, Truck } from "lucide-react";
import { OrderBadges } from "../../entities/order/order-badges.tsx";
import { formatMoney } from "../../lib/format.ts";
import { Button, ButtonLink } from "../../ui/button.tsx";
import { OrderName } from "./order-name.tsx";
import type { ShownOrder } from "./shown-store-data.ts";

interface RecentOrderProps {
  order: ShownOrder;
  onTrack: ((orderNumber: string) => void) | undefined;
}

/** One of a customer's newest orders, which can be made the one that the ticket is about. */
export function RecentOrder({ order, onTrack }: RecentOrderProps) {
  const { name, payment, fulfillment, amount, currency, sums, date, parcels, items } = order;
  const more = items.length - limits.lineItemsOnCard + order.moreItems;
  return (
    <li className="rounded-control border border-line px-3 py-2.5">
      <p className="flex flex-wrap items-center gap-x-2 gap-y-1">
        <span className="font-[550]">
          <OrderName order={order} />
        </span>
        <OrderBadges payment={payment} fulfillment={fulfillment} />
        <span className="ml-auto text-sm tabular">
          <span className="font-medium">{formatMoney(amount, currency)}</span>
          {sums?.shown && <span className="text-soft"> ({formatMoney(sums.shown.total, sums.shown.currency)})</span>}
          {date !== null && <span className="text-soft"> · {date}</span>}
        </span>
      </p>
      {parcels.map(({ number, carrier }, at) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: two parcels may have one number, and they never change places.
        <p key={at} className="mt-1 text-sm text-soft">
          Tracking: <bdi className="font-mono break-anywhere">{number}</bdi>
          {carrier !== null && <bdi> ({carrier})</bdi>}
        </p>
      ))}
      {items.length > 0 && (
        <div className="mt-2 text-sm">
          <p className="text-soft text-xs">Items Ordered</p>
          <ul>
            {items.slice(0, limits.lineItemsOnCard).map((item, at) => (
              // biome-ignore lint/suspicious/noArrayIndexKey: an order may have the same item twice, and its items never move.
              <li key={at} className="break-anywhere">
                {item.quantity} x <bdi>{item.title}</bdi>, {formatMoney(item.price, currency)}
              </li>
            ))}
          </ul>
          {more > 0 && <p className="text-soft">and {more} more</p>}
        </div>
      )}
      <p className="mt-2 flex flex-wrap gap-2 empty:hidden">
        {onTrack && (
          <Button size="sm" icon={<Truck size={13} aria-hidden />} onClick={() => onTrack(name)}>
            Use for Tracking
          </Button>
        )}
        {parcels.map(
          ({ number, trackUrl }, at) =>
            trackUrl !== null && (
              <ButtonLink
                // biome-ignore lint/suspicious/noArrayIndexKey: two parcels may have one number, and they never change places.
                key={at}
                size="sm"
                href={trackUrl}
                target="_blank"
                rel="noopener noreferrer"
                icon={<ExternalLink size={13} aria-hidden />}
              >
                Track Package
                {parcels.length > 1 && (
                  <>
                    {` ${at + 1}`}
                    <span className="sr-only"> {number}</span>
                  </>
                )}
              </ButtonLink>
            ),
        )}
      </p>
    </li>
  );
}
