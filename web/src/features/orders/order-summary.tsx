import type { OrderDetail } from "@deskhand/contract/orders";
import { useMutation } from "@tanstack/react-query";
import { useEffect } from "react";
import { BothAmounts } from "../../entities/order/both-amounts.tsx";
import { FulfillmentBadge, PaymentBadge } from "../../entities/order/order-badges.tsx";
import { sumLines } from "../../entities/order/sum-lines.ts";
import { api } from "../../lib/api.ts";
import { formatDateTime } from "../../lib/format.ts";
import { failsOffline } from "../../lib/retries.ts";
import { Card, Fact, Facts } from "../../ui/card.tsx";

/** An order in figures. */
export function OrderSummary({ order }: { order: OrderDetail }) {
  const { id, orderNumber, totalPrice, totalRefunded, currency, sums, financialStatus, createdAt, paidAt } = order;
  const shown = sums?.shown ?? null;
  const { mutate: readAnew } = useMutation(api.syncs.readOrder.mutationOptions(failsOffline));
  // Kept before the sums were asked for: what the store says comes live.
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
              shown={shown && { amount: shown.total, currency: shown.currency }}
            />
          </span>
        </Fact>
        {!/^0*(?:\.0*)?$/.test(totalRefunded) && (
          <Fact name="Refunded">
            <BothAmounts
              amount={totalRefunded}
              currency={currency}
              shown={shown && { amount: shown.refunded, currency: shown.currency }}
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
