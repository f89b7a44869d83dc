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
  const paid = paymentWords(payment);
  const shipped = fulfillmentWords(fulfillment);
  return (
    <>
      <Badge tone={paid.tone}>{paid.label}</Badge>
      <Badge tone={shipped.tone}>{fulfillment?.trim() ? shipped.label : (notShipped ?? shipped.label)}</Badge>
    </>
  );
}
