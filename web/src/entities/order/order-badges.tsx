import { Badge } from "../../ui/badge.tsx";
import { fulfillmentWords, paymentWords } from "./order-words.ts";

interface OrderBadgesProps {
  payment: string | null;
  fulfillment: string | null;
  /** What stands where nothing is shipped; "Not Shipped" unless given. */
  notShipped?: string;
}

/** How an order is paid and how far it is shipped. */
export function OrderBadges({ payment, fulfillment, notShipped }: OrderBadgesProps) {
  const shipped = fulfillmentWords(fulfillment);
  return (
    <>
      <PaymentBadge status={payment} />
      <StatusBadge {...shipped} {...(notShipped !== undefined && !fulfillment?.trim() && { label: notShipped })} />
    </>
  );
}

interface StatusProps {
  /** In the platform's words; null for none. */
  status: string | null;
}

/** How an order is paid. */
export function PaymentBadge({ status }: StatusProps) {
  return <StatusBadge {...paymentWords(status)} />;
}

/** How far an order is shipped. */
export function FulfillmentBadge({ status }: StatusProps) {
  return <StatusBadge {...fulfillmentWords(status)} />;
}

// The platform's own word, where it is none that is known here, may be long.
function StatusBadge({ tone, label }: ReturnType<typeof paymentWords>) {
  return (
    <Badge tone={tone} className="min-w-0 shrink">
      <span className="truncate">{label}</span>
    </Badge>
  );
}
