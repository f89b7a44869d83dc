import type { OrderDetail } from "@deskhand/contract/orders";
import { useMutation } from "@tanstack/react-query";
import { type ReactNode, useEffect, useId } from "react";
import { BothAmounts, sumLines } from "../../entities/order/order-amounts.tsx";
import { FulfillmentBadge, PaymentBadge } from "../../entities/order/order-badges.tsx";
import { ProductImage } from "../../entities/order/product-image.tsx";
import { api } from "../../lib/api.ts";
import { formatDateTime, formatMoney } from "../../lib/format.ts";
import { failsOffline } from "../../lib/retries.ts";
import { Badge } from "../../ui/badge.tsx";
import { Card, Fact, Facts } from "../../ui/card.tsx";

/** An order's amounts. */
export function OrderSummary({ order }: { order: OrderDetail }) {
  const { id, orderNumber, totalPrice, totalRefunded, currency, sums, financialStatus, createdAt, paidAt } = order;
  const presentment = sums?.shown ?? null;
  const { mutate: readAnew } = useMutation(api.syncs.readOrder.mutationOptions(failsOffline));
  // Synced before amounts were requested; live updates from the store include them.
  const isUnknown = sums === null;
  useEffect(() => {
    if (isUnknown) readAnew({ id });
  }, [id, isUnknown, readAnew]);
  return (
    <Card title="Order Summary">
      <Facts>
        <Fact name="Order Number">
          <bdi>{orderNumber}</bdi>
        </Fact>
        {sumLines(sums).map((line) => (
          <Fact key={line.name} name={line.name}>
            <BothAmounts {...line} currency={currency} />
          </Fact>
        ))}
        <Fact name="Total">
          <span className="font-semibold text-lg">
            <BothAmounts
              amount={totalPrice}
              currency={currency}
              shown={presentment && { amount: presentment.total, currency: presentment.currency }}
            />
          </span>
        </Fact>
        {!/^0*(?:\.0*)?$/.test(totalRefunded) && (
          <Fact name="Refunded">
            <BothAmounts
              amount={totalRefunded}
              currency={currency}
              shown={presentment && { amount: presentment.refunded, currency: presentment.currency }}
            />
          </Fact>
        )}
        <Fact name="Status">
          <PaymentBadge status={financialStatus} />
        </Fact>
        <Fact name="Fulfillment">
          <FulfillmentBadge status={order.fulfillmentStatus} />
        </Fact>
        <Fact name="Created">{formatDateTime(createdAt)}</Fact>
        {paidAt !== null && <Fact name="Paid">{formatDateTime(paidAt)}</Fact>}
      </Facts>
    </Card>
  );
}

/** The ordered items with picture and price. */
export function OrderItems({ order: { lineItems, currency } }: { order: OrderDetail }) {
  return (
    <OrderPart title="Order Items" count={lineItems.length}>
      {lineItems.length === 0 && <p className="px-4 py-6 text-center text-soft text-sm">No line items available</p>}
      <ul className="divide-y divide-line">
        {lineItems.map((item) => (
          <Item key={item.id} item={item} currency={currency} />
        ))}
      </ul>
    </OrderPart>
  );
}

function Item({ item, currency }: { item: OrderDetail["lineItems"][number]; currency: string }) {
  const { title, variantTitle, sku, quantity, currentQuantity, price, total, imageUrl } = item;
  const removed = currentQuantity === null ? 0 : quantity - currentQuantity;
  return (
    // Hundreds of items cost no layout until scrolled into view.
    <li className="flex items-start gap-3 px-4 py-2.5 [contain-intrinsic-size:auto_65px] [content-visibility:auto]">
      <ProductImage url={imageUrl} whenBroken="sign" size={44} />
      <div className="min-w-0 flex-1">
        <p className="font-medium break-anywhere">
          <bdi>{title}</bdi>
        </p>
        <p className="flex flex-wrap gap-x-3 text-sm text-soft">
          {variantTitle !== null && <bdi className="break-anywhere">{variantTitle}</bdi>}
          {sku !== null && <span className="break-anywhere">SKU: {sku}</span>}
          {removed > 0 && <Badge tone="amber">{removed === quantity ? "Removed" : `${removed} removed`}</Badge>}
        </p>
      </div>
      <p className="flex shrink-0 flex-col text-right text-sm tabular">
        <span className="text-soft">
          {quantity.toLocaleString("en-US")} × {formatMoney(price, currency)}
        </span>
        <span className="font-medium">Total: {formatMoney(total, currency)}</span>
      </p>
    </li>
  );
}

/** The refunds and their dates. */
export function OrderRefunds({ order: { refunds, currency } }: { order: OrderDetail }) {
  if (refunds.length === 0) return null;
  return (
    <OrderPart title="Refunds" count={refunds.length}>
      <ul className="divide-y divide-line">
        {refunds.map(({ id, amount, refundedAt }) => (
          <li key={id} className="flex flex-wrap gap-x-3 px-4 py-2 tabular">
            <span className="mr-auto font-medium">{formatMoney(amount, currency)}</span>
            <span className="text-soft text-sm">{formatDateTime(refundedAt)}</span>
          </li>
        ))}
      </ul>
    </OrderPart>
  );
}

interface OrderPartProps {
  title: string;
  /** The number of entries. */
  count?: number;
  children: ReactNode;
}

/** A headed list in an order's dialog. */
export function OrderPart({ title, count, children }: OrderPartProps) {
  const id = useId();
  return (
    <section aria-labelledby={id} className="shrink-0 overflow-clip rounded-panel border border-line bg-panel">
      <h3 id={id} className="border-line border-b px-4 py-2.5 font-semibold">
        {title}
        {count !== undefined && (
          <span className="ml-1.5 font-normal text-faint tabular">{count.toLocaleString("en-US")}</span>
        )}
      </h3>
      {children}
    </section>
  );
}
