import type { OrderDetail } from "@deskhand/contract/orders";
import { isDefinedError } from "@orpc/client";
import { useQuery } from "@tanstack/react-query";
import { SearchX, Store, TriangleAlert } from "lucide-react";
import { useEffect } from "react";
import { api } from "../../lib/api.ts";
import { type CallError, failureText } from "../../lib/failure.ts";
import { formatDate } from "../../lib/format.ts";
import { useStoreAdmin } from "../../lib/store-admin.ts";
import { Badge } from "../../ui/badge.tsx";
import { Banner } from "../../ui/banner.tsx";
import { Button, ButtonLink } from "../../ui/button.tsx";
import { EmptyState } from "../../ui/empty-state.tsx";
import { Dialog } from "../../ui/overlay/dialog.tsx";
import { Skeleton } from "../../ui/skeleton.tsx";
import { OrderCustomer } from "./order-customer.tsx";
import { OrderItems } from "./order-items.tsx";
import { OrderRefunds } from "./order-refunds.tsx";
import { OrderShipping, PackageTracking } from "./order-shipping.tsx";
import { spoken } from "./order-speech.ts";
import { OrderSummary } from "./order-summary.tsx";
import { OrderTickets } from "./order-tickets.tsx";

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
  const order = isOrderMissing(error) ? undefined : data;
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
      {order === undefined ? (
        <NoOrder error={error} onRetry={() => void refetch()} onClose={onClose} />
      ) : (
        <OrderBody order={order} />
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

/** Who ordered beside what; below one another where there is less room. */
function OrderBody({ order }: { order: OrderDetail }) {
  const { cancelledAt, cancelReason } = order;
  return (
    <div
      data-page-shortcuts
      className="flex h-full flex-col max-split:overflow-y-auto max-split:overscroll-contain split:grid split:grid-cols-[360px_minmax(0,1fr)]"
    >
      <div className="flex flex-col gap-3 p-4 max-split:pb-0 sm:p-5 sm:max-split:pb-0 split:overflow-y-auto split:overscroll-contain split:border-line split:border-r">
        <OrderSummary order={order} />
        <OrderCustomer order={order} />
        <OrderTickets order={order} />
      </div>
      <div className="flex min-w-0 flex-col gap-3 p-4 sm:p-5 split:overflow-y-auto split:overscroll-contain">
        {cancelledAt !== null && (
          <Banner kind="warning" title={`This order was cancelled on ${formatDate(cancelledAt)}`}>
            {cancelReason !== null && `Reason: ${spoken(cancelReason)}`}
          </Banner>
        )}
        <PackageTracking order={order} />
        <OrderItems order={order} />
        <OrderShipping order={order} />
        <OrderRefunds order={order} />
      </div>
    </div>
  );
}

interface NoOrderProps {
  error: CallError | null;
  onRetry: () => void;
  onClose: () => void;
}

/** Why an order is not shown, and what to do next; its outline while it is fetched. */
function NoOrder({ error, onRetry, onClose }: NoOrderProps) {
  if (error === null) return <OrderSkeleton />;
  if (isOrderMissing(error)) {
    return (
      <EmptyState
        icon={<SearchX size={20} aria-hidden />}
        title="Order not found or access denied"
        action={<Button onClick={onClose}>Close order</Button>}
      >
        It may have gone with the store's connection, or the link is incomplete.
      </EmptyState>
    );
  }
  return (
    <EmptyState
      icon={<TriangleAlert size={20} aria-hidden />}
      title={`Failed to load order: ${failureText(error)}`}
      action={<Button onClick={onRetry}>Try again</Button>}
    />
  );
}

/** Whether there is no such order here: the id is none that the server would take, or none that it knows. */
function isOrderMissing(error: CallError | null): boolean {
  return isDefinedError(error) && (error.code === "order_not_found" || error.code === "input_invalid");
}

function OrderSkeleton() {
  return (
    <div className="grid h-full animate-appear-late gap-3 p-5 split:grid-cols-[340px_minmax(0,1fr)]">
      <p role="status" className="sr-only">
        Loading order...
      </p>
      <Skeleton className="h-64 rounded-panel" />
      <Skeleton className="h-80 rounded-panel" />
    </div>
  );
}
