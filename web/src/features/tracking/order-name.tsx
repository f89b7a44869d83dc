import { OrderLink } from "../../entities/order/order-link.tsx";
import { orderTitle } from "./order-title.ts";
import type { ShownOrder } from "./shown-store-data.ts";

/** "Order #1042", which opens the order where it is kept here. */
export function OrderName({ order: { orderId, name } }: { order: ShownOrder }) {
  const title = (
    <>
      Order <bdi className="tabular">{orderTitle(name)}</bdi>
    </>
  );
  if (orderId === null) return title;
  return (
    <OrderLink orderId={orderId} className="line-alone rounded-tag hover:text-accent hover:underline">
      {title}
    </OrderLink>
  );
}
