import type { OrderDetail } from "@deskhand/contract/orders";
import type { Read } from "../../platform/db/tenant.ts";
import { fail } from "../../platform/fail.ts";
import { orderDetailQuery } from "./order-detail.queries.ts";
import { carrierPage } from "./tracking-pages.ts";

/** An order with all that is known of it, in one round trip (docs/product.md#orders). */
export async function readOrder(read: Read, id: string): Promise<OrderDetail> {
  const [order] = await read(orderDetailQuery([id]));
  if (!order) throw fail("order_not_found");
  return { ...order, fulfillments: order.fulfillments.map(withCarrierPages) };
}

type Fulfillment = OrderDetail["fulfillments"][number];

// A store that names one of the carriers need not say where that one shows its parcels.
function withCarrierPages(fulfillment: Fulfillment): Fulfillment {
  const parcels = fulfillment.parcels.map((parcel) => ({ ...parcel, url: parcel.url ?? carrierPage(parcel) }));
  return { ...fulfillment, parcels };
}
