import type { CustomerDetail } from "@deskhand/contract/customers";
import type { CustomerOrder } from "@deskhand/contract/orders";
import { OrderBadges } from "../../entities/order/order-badges.tsx";
import { OrderLink } from "../../entities/order/order-link.tsx";
import { api } from "../../lib/api.ts";
import { counted, formatDate, formatMoney } from "../../lib/format.ts";
import { FailureBanner } from "../../screens/failure-banner.tsx";
import { usePages } from "../../screens/use-pages.ts";
import { Button } from "../../ui/button.tsx";
import { Skeleton } from "../../ui/skeleton.tsx";
import { CustomerPart, NothingOfTheirs } from "./customer-part.tsx";

/** A customer's orders as the store's platform has them, the newest first. */
export function CustomerOrders({ customer: { id: customerId, orderCount } }: { customer: CustomerDetail }) {
  const input = { customerId };
  const { items, error, hasMore, isLoading, loadMore, retry } = usePages({
    queryKey: api.orders.ofCustomer.key({ type: "infinite", input }),
    fetchPage: (page, signal) => api.orders.ofCustomer.call({ ...input, ...page }, { signal }),
  });
  return (
    <CustomerPart title="Orders" count={orderCount}>
      <FailureBanner error={error} title="Failed to load orders" onRetry={retry} className="m-3" />
      {items === undefined && error === null && <Skeleton className="mx-4 my-3 h-3 w-3/5" />}
      {items?.length === 0 && <NothingOfTheirs>No orders of this customer are known here.</NothingOfTheirs>}
      {items !== undefined && items.length > 0 && (
        <ul aria-label="Orders" className="divide-y divide-line">
          {items.map((order) => (
            <OrderLine key={order.id} order={order} />
          ))}
        </ul>
      )}
      {hasMore && (
        <p className="flex justify-center border-line border-t p-2">
          <Button size="sm" variant="ghost" aria-busy={isLoading} onClick={loadMore}>
            {isLoading ? "Loading..." : "Show more"}
          </Button>
        </p>
      )}
    </CustomerPart>
  );
}

function OrderLine({ order }: { order: CustomerOrder }) {
  return (
    <li
      data-order={order.id}
      className="relative flex flex-wrap items-center gap-x-3 gap-y-1 px-4 py-2 transition-colors duration-120 hover:on-raised hover:bg-hover has-focus-visible:outline-2 has-focus-visible:outline-accent has-focus-visible:-outline-offset-2"
    >
      <OrderLink orderId={order.id} inside="customerId" className="font-[550] in-line covers">
        Order <bdi className="tabular">{order.name}</bdi>
      </OrderLink>
      <span className="flex min-w-0 flex-wrap gap-1.5">
        <OrderBadges payment={order.financialStatus} fulfillment={order.fulfillmentStatus} />
      </span>
      <span className="ml-auto text-sm text-soft tabular">
        {counted(order.itemCount, "item")} · {formatDate(order.createdAt)}
      </span>
      <span className="min-w-20 text-right font-medium tabular">{formatMoney(order.totalPrice, order.currency)}</span>
    </li>
  );
}
