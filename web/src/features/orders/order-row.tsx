import { shownAddress } from "@deskhand/contract/addresses/shown-address";
import type { OrderCard } from "@deskhand/contract/orders";
import { memo } from "react";
import { OrderBadges } from "../../entities/order/order-badges.tsx";
import { OrderLink } from "../../entities/order/order-link.tsx";
import { ProductImage } from "../../entities/order/product-image.tsx";
import { counted, formatDateTime, formatMoney } from "../../lib/format.ts";
import { StorePageLink } from "../../screens/store-list.tsx";
import { Badge } from "../../ui/badge.tsx";
import { buttonClass } from "../../ui/button.tsx";
import { cx } from "../../ui/cx.ts";
import { Skeleton } from "../../ui/skeleton.tsx";
import { buyerEmail, buyerName } from "./order-words.ts";

/** A card on phones; on wide screens buyer, items and total side by side. */
const rowClass =
  "relative grid grid-cols-[minmax(0,1fr)_auto] items-start gap-x-3 gap-y-1.5 px-4 py-2.5 " +
  "@2xl:grid-cols-[minmax(0,1fr)_minmax(0,1.35fr)_auto] @2xl:gap-x-5 @2xl:py-2 " +
  "@min-[60rem]:grid-cols-[minmax(0,1fr)_minmax(0,1.4fr)_170px_auto]";

interface OrderRowProps {
  order: OrderCard;
  isOpen: boolean;
  /** Whether the Tab key stops here. */
  isTabStop: boolean;
  /** Its page in the store's admin, or null. */
  storeUrl: string | null;
}

/** A row of the list (docs/product.md#orders). The link to the details covers the whole row. */
export const OrderRow = memo(function OrderRow({ order, isOpen, isTabStop, storeUrl }: OrderRowProps) {
  const { id, name, totalPrice, currency, createdAt, cancelledAt, tracking } = order;
  const buyer = buyerName(order);
  const email = buyerEmail(order);
  const amount = (
    <>
      <span className="font-medium">{formatMoney(totalPrice, currency)}</span>
      <span className="text-soft">{formatDateTime(createdAt)}</span>
    </>
  );
  return (
    <article
      data-order={id}
      className={cx(
        rowClass,
        "transition-colors duration-120 hover:on-raised hover:bg-hover has-focus-visible:outline-2 has-focus-visible:outline-accent has-focus-visible:-outline-offset-2",
        isOpen && "shadow-[inset_2px_0_var(--color-accent)]",
      )}
    >
      <div className="min-w-0">
        <h2 className="flex min-w-0 flex-wrap items-center gap-x-2 gap-y-1">
          <span className="min-w-0 truncate font-[550]">
            Order <bdi className="tabular">{name}</bdi>
          </span>
          <span className="flex min-w-0 flex-wrap gap-1.5">
            <OrderBadges payment={order.financialStatus} fulfillment={order.fulfillmentStatus} />
            {cancelledAt !== null && <Badge tone="red">Cancelled</Badge>}
          </span>
        </h2>
        <p className="mt-0.5 flex min-w-0 flex-wrap gap-x-3 text-sm">
          <bdi className="min-w-0 max-w-full truncate">{buyer}</bdi>
          {email === null && <span className="text-faint">No email</span>}
          {email !== null && shownAddress(email) !== buyer && (
            <span className="min-w-0 max-w-full truncate text-soft">{shownAddress(email)}</span>
          )}
        </p>
        <p className="mt-0.5 flex flex-wrap gap-x-3 text-sm tabular @min-[60rem]:hidden">{amount}</p>
        {tracking !== null && (
          <p className="mt-0.5 flex min-w-0 flex-wrap items-center gap-x-2 text-sm text-soft">
            <span className="min-w-0 truncate">
              Tracking: <span className="font-mono text-xs">{tracking.number}</span>
            </span>
            {tracking.company !== null && (
              <Badge className="min-w-0 shrink">
                <span className="truncate">{tracking.company}</span>
              </Badge>
            )}
          </p>
        )}
      </div>
      <Items order={order} />
      <p className="flex flex-col text-right text-sm tabular @max-[60rem]:hidden">{amount}</p>
      <div className="flex justify-end gap-1.5 @max-2xl:col-start-2 @max-2xl:row-start-1">
        <OrderLink orderId={id} tabIndex={isTabStop ? 0 : -1} className={cx(buttonClass("secondary", "sm"), "covers")}>
          View Details
          <span className="sr-only"> of order {name}</span>
        </OrderLink>
        <StorePageLink href={storeUrl} label={`order ${name}`} isTabStop={isTabStop} />
      </div>
    </article>
  );
});

/** The first ordered items and how many more there are. */
function Items({ order: { lineItems, lineItemCount, currency } }: Pick<OrderRowProps, "order">) {
  const more = lineItemCount - lineItems.length;
  if (lineItemCount === 0) {
    return <p className="text-faint text-sm @max-2xl:col-span-full">No line items available</p>;
  }
  return (
    <div className="min-w-0 text-sm @max-2xl:col-span-full">
      <p className="text-soft">{counted(lineItemCount, "item")} ordered</p>
      <ul className="mt-0.5 flex flex-col gap-0.5">
        {lineItems.map((item) => (
          <li key={item.id} className="flex min-w-0 items-center gap-2">
            <ProductImage url={item.imageUrl} whenBroken="nothing" size={24} />
            <span className="line-clamp-2 min-w-0 flex-1 break-anywhere">
              <span className="tabular">{item.quantity} x </span>
              <bdi>{item.title}</bdi>
              {item.variantTitle !== null && <bdi className="text-soft"> ({item.variantTitle})</bdi>}
              {item.sku !== null && <span className="text-faint text-xs"> SKU: {item.sku}</span>}
            </span>
            <span className="shrink-0 text-soft tabular">
              {formatMoney(item.price, currency)} × {item.quantity}
            </span>
          </li>
        ))}
      </ul>
      {more > 0 && (
        <p className="mt-0.5 text-faint">
          ... and {more.toLocaleString("en-US")} more item{more === 1 ? "" : "s"}
        </p>
      )}
    </div>
  );
}

/** `count` placeholder rows while orders load. */
export function RowSkeleton({ count }: { count: number }) {
  return Array.from({ length: count }, (_, row) => (
    // biome-ignore lint/suspicious/noArrayIndexKey: all rows are alike and never reorder.
    <div key={row} aria-hidden className={cx(rowClass, "min-h-21 border-line border-t first:border-t-0")}>
      <div className="flex flex-col gap-2 pt-1">
        <Skeleton className="h-3 w-3/5" />
        <Skeleton className="h-3 w-4/5" />
        <Skeleton className="h-3 w-2/5" />
      </div>
      <div className="flex flex-col gap-2 pt-1 @max-2xl:col-span-full">
        <Skeleton className="h-3 w-1/4" />
        <Skeleton className="h-6 w-4/5" />
      </div>
      <Skeleton className="mt-1 h-3 w-20 justify-self-end @max-[60rem]:hidden" />
      <Skeleton className="h-7 w-24 @max-2xl:col-start-2 @max-2xl:row-start-1" />
    </div>
  ));
}
