import type { OrderDetail } from "@deskhand/contract/orders";
import type { Read } from "../../platform/db/tenant.ts";
import { fail } from "../../platform/fail.ts";
import { orderDetailQuery } from "./order-detail.queries.ts";

/** An order with all that is known of it, in one round trip (docs/product.md#orders). */
export async function readOrder(read: Read, id: string): Promise<OrderDetail> {
  const [order] = await read(orderDetailQuery([id]));
  if (!order) throw fail("order_not_found");
  return order;
}
