import type { OrderDetail } from "@deskhand/contract/orders";
import { FulfillmentBadge, PaymentBadge } from "../../entities/order/order-badges.tsx";
import { formatDateTime, formatMoney } from "../../lib/format.ts";
import { Card, Fact, Facts } from "../../ui/card.tsx";

/** An order in figures. */
export function OrderSummary({ order }: { order: OrderDetail }) {
  const { orderNumber, totalPrice, totalRefunded, currency, financialStatus, createdAt, paidAt } = order;
  return (
    <Card title="Order Summary">
      <Facts>
        <Fact name="Order Number">
          <bdi>{orderNumber}</bdi>
        </Fact>
        <Fact name="Total">
          <span className="font-semibold text-lg">{formatMoney(totalPrice, currency)}</span>
        </Fact>
        {!/^0*(?:\.0*)?$/.test(totalRefunded) && <Fact name="Refunded">{formatMoney(totalRefunded, currency)}</Fact>}
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
