import type { OrderDetail } from "@deskhand/contract/orders";
import { formatDateTime, formatMoney } from "../../lib/format.ts";
import { OrderPart } from "./order-part.tsx";

/** What was paid back, and when. */
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
