import type { TicketTracking } from "@deskhand/contract/tracking";
import { orderTitle } from "./order-title.ts";

/** Says of each number that is no order's here whether that order was deleted in Shopify; a sentence for each kind. */
export function unknownOrders(numbers: readonly string[], { deleted }: Pick<TicketTracking, "deleted">): string[] {
  const titles = (isDeleted: boolean) =>
    numbers.filter((number) => deleted.includes(number) === isDeleted).map(orderTitle);
  const [gone, unknown] = [titles(true), titles(false)];
  return [
    ...(gone.length > 0 ? [`${gone.join(", ")} ${gone.length > 1 ? "were" : "was"} deleted in Shopify.`] : []),
    ...(unknown.length > 0 ? [`No order ${unknown.join(", ")} is known here.`] : []),
  ];
}
