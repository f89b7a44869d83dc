import type { OrderDetail } from "@deskhand/contract/orders";
import { useQuery } from "@tanstack/react-query";
import { Store } from "lucide-react";
import { useEffect } from "react";
import { api } from "../../lib/api.ts";
import { isMissing } from "../../lib/failure.ts";
import { formatDate } from "../../lib/format.ts";
import { DetailAbsent, DetailColumns, DetailSkeleton } from "../../screens/detail-parts.tsx";
import { StoreFault } from "../../screens/store-fault.tsx";
import { useStoreAdmin } from "../../screens/store-list.tsx";
import { Badge } from "../../ui/badge.tsx";
import { Banner } from "../../ui/banner.tsx";
import { Button, ButtonLink } from "../../ui/button.tsx";
import { Dialog } from "../../ui/overlay/dialog.tsx";
import { OrderCustomer } from "./order-customer.tsx";
import { OrderItems, OrderRefunds, OrderSummary } from "./order-parts.tsx";
import { OrderShipping, PackageTracking } from "./order-shipping.tsx";
import { OrderTickets } from "./order-tickets.tsx";
import { spoken } from "./order-words.ts";

interface OrderDialogProps {
  orderId: string;
  onClose: () => void;
  /** Called once it is on the screen, so that what lies over it can follow. */
  onShown: () => void;
  returnFocusTo: () => HTMLElement | null;
}

/** An order with everything that is known of it (docs/product.md#orders). Mount it with the order's id as its key. */
export function OrderDialog({ orderId, onClose, onShown, returnFocusTo }: OrderDialogProps) {
  const { data, error, refetch } = useQuery(api.orders.get.queryOptions({ input: { id: orderId } }));
  const isGone = isMissing(error, "order_not_found");
  const order = isGone ? undefined : data;
  // biome-ignore lint/correctness/useExhaustiveDependencies: shown once.
  useEffect(onShown, []);

  return (
    <Dialog
      size="lg"
      tall
      bare
      title={
        <>
          Order
          {data !== undefined && (
            <>
              {" "}
              <bdi>{data.name}</bdi>
            </>
          )}
        </>
      }
      badges={order?.isTest && <Badge tone="amber">Test order</Badge>}
      onClose={onClose}
      returnFocusTo={returnFocusTo}
      footer={
        <>
          <Button onClick={onClose}>Close</Button>
          {order !== undefined && <OrderPageLink order={order} />}
        </>
      }
    >
      {order !== undefined ? (
        <OrderBody order={order} />
      ) : error === null ? (
        <DetailSkeleton noun="order" />
      ) : (
        <DetailAbsent
          noun="Order"
          error={error}
          isMissing={isGone}
          failureTitle="Failed to load order"
          closeText="Close order"
          onRetry={() => void refetch()}
          onClose={onClose}
        >
          {data !== undefined
            ? "It was here a moment ago: it was deleted in Shopify, or has gone with the store's connection."
            : "It may have been deleted in Shopify or gone with the store's connection, or the link is incomplete."}
        </DetailAbsent>
      )}
    </Dialog>
  );
}

/** Leads to the order in the store's own admin; nothing while no store is connected. */
function OrderPageLink({ order }: { order: OrderDetail }) {
  const href = useStoreAdmin()("orders", order.shopifyOrderId);
  if (href === null) return null;
  return (
    <ButtonLink href={href} target="_blank" rel="noreferrer" icon={<Store size={14} aria-hidden />}>
      View in Shopify
    </ButtonLink>
  );
}

/** Who ordered, and what. */
function OrderBody({ order }: { order: OrderDetail }) {
  const { cancelledAt, cancelReason } = order;
  return (
    <DetailColumns
      facts={
        <>
          <OrderSummary order={order} />
          <OrderCustomer order={order} />
          <OrderTickets order={order} />
        </>
      }
    >
      <StoreFault />
      {cancelledAt !== null && (
        <Banner kind="warning" title={`This order was cancelled on ${formatDate(cancelledAt)}`}>
          {cancelReason !== null && `Reason: ${spoken(cancelReason)}`}
        </Banner>
      )}
      <PackageTracking order={order} />
      <OrderItems order={order} />
      <OrderShipping order={order} />
      <OrderRefunds order={order} />
    </DetailColumns>
  );
}
