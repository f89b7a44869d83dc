import type { OrderDetail } from "@deskhand/contract/orders";
import { useQuery } from "@tanstack/react-query";
import { Link } from "@tanstack/react-router";
import { MessagesSquare, Store } from "lucide-react";
import { type ReactNode, useEffect } from "react";
import { api } from "../../lib/api.ts";
import { isMissing } from "../../lib/failure.ts";
import { counted, formatDate } from "../../lib/format.ts";
import { DetailAbsent, DetailColumns, DetailSkeleton } from "../../screens/detail-parts.tsx";
import { FailureBanner } from "../../screens/failure-banner.tsx";
import { StoreFault } from "../../screens/store-fault.tsx";
import { useStoreAdmin } from "../../screens/store-list.tsx";
import { Badge } from "../../ui/badge.tsx";
import { Banner } from "../../ui/banner.tsx";
import { Button, ButtonLink, buttonClass } from "../../ui/button.tsx";
import { Card } from "../../ui/card.tsx";
import { Dialog } from "../../ui/overlay/dialog.tsx";
import { OrderCustomer } from "./order-customer.tsx";
import { OrderItems, OrderRefunds, OrderSummary } from "./order-parts.tsx";
import { OrderShipping, PackageTracking } from "./order-shipping.tsx";
import { buyerEmail, spoken } from "./order-words.ts";

interface OrderDialogProps {
  orderId: string;
  onClose: () => void;
  /** Called once it is on screen, so that a dialog above it can open. */
  onShown: () => void;
  returnFocusTo: () => HTMLElement | null;
}

/** An order with all its details (docs/product.md#orders). Mount it with the order's id as its key. */
export function OrderDialog({ orderId, onClose, onShown, returnFocusTo }: OrderDialogProps) {
  const { data, error, refetch } = useQuery(api.orders.get.queryOptions({ input: { id: orderId } }));
  const isGone = isMissing(error, "order_not_found");
  const order = isGone ? undefined : data;
  // biome-ignore lint/correctness/useExhaustiveDependencies: called once.
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

/** Links to the order in the store's admin; absent without a connected store. */
function OrderPageLink({ order }: { order: OrderDetail }) {
  const href = useStoreAdmin()("orders", order.shopifyOrderId);
  if (href === null) return null;
  return (
    <ButtonLink href={href} target="_blank" rel="noreferrer" icon={<Store size={14} aria-hidden />}>
      View in Shopify
    </ButtonLink>
  );
}

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

/** Counts the buyer's tickets by address, with links to them. */
function OrderTickets({ order }: { order: OrderDetail }) {
  const email = buyerEmail(order);
  return email === null ? null : <TicketsOf email={email} />;
}

function TicketsOf({ email }: { email: string }) {
  const active = useQuery(api.tickets.list.queryOptions({ input: { view: "active", customer: email, limit: 1 } }));
  const archive = useQuery(api.tickets.list.queryOptions({ input: { view: "archive", customer: email, limit: 1 } }));
  const error = active.error ?? archive.error;
  if (error !== null) {
    return (
      <FailureBanner
        error={error}
        title="Failed to load tickets"
        onRetry={() => Promise.all([active.refetch(), archive.refetch()])}
      />
    );
  }
  if (active.data === undefined || archive.data === undefined) {
    return (
      <Card title="Support Tickets">
        <p role="status" className="text-soft">
          Loading support tickets...
        </p>
        <Buttons>
          <Button size="sm" disabled icon={<MessagesSquare size={13} aria-hidden />}>
            View Support Tickets
          </Button>
          <Button size="sm" disabled variant="ghost">
            View All →
          </Button>
        </Buttons>
      </Card>
    );
  }
  const archived = archive.data.total;
  // Each number matches the list it links to; if all tickets are archived, that list is the archive.
  const isArchive = active.data.total === 0;
  const count = isArchive ? archived : active.data.total;
  if (count === 0) return null;
  const search = { customer: email, ...(isArchive && { view: "archive" as const }) };
  return (
    <Card title="Support Tickets">
      <p>
        <span>Customer has {counted(count, "support ticket")}</span>
        {isArchive && ", archived"}
        {!isArchive && archived > 0 && (
          <>
            {" and "}
            <Link
              to="/dashboard/tickets"
              search={{ customer: email, view: "archive" }}
              className="rounded-tag text-accent underline underline-offset-3"
            >
              {archived.toLocaleString("en-US")} archived
            </Link>
          </>
        )}
      </p>
      <Buttons>
        <Link to="/dashboard/tickets" search={search} className={buttonClass("secondary", "sm")}>
          <MessagesSquare size={13} aria-hidden />
          View Support Tickets ({count.toLocaleString("en-US")})
        </Link>
        <Link to="/dashboard/tickets" search={search} className={buttonClass("ghost", "sm")}>
          View All →
        </Link>
      </Buttons>
    </Card>
  );
}

/** Buttons on one line, the second at its end. */
function Buttons({ children }: { children: ReactNode }) {
  return <p className="mt-2 flex flex-wrap items-center justify-between gap-2">{children}</p>;
}
