import { shownAddress } from "@deskhand/contract/addresses/shown-address";
import type { OrderDetail } from "@deskhand/contract/orders";
import { useQuery } from "@tanstack/react-query";
import { Link } from "@tanstack/react-router";
import { MessagesSquare, Store } from "lucide-react";
import { type ReactNode, useEffect } from "react";
import { CustomerLink } from "../../entities/customer/customer-link.tsx";
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
import { OrderItems, OrderRefunds, OrderSummary } from "./order-parts.tsx";
import { OrderShipping, PackageTracking } from "./order-shipping.tsx";
import { buyerEmail, buyerName, spoken } from "./order-words.ts";

interface OrderDialogProps {
  orderId: string;
  onClose: () => void;
  /** Called once it is on screen, so that a dialog above it can open. */
  onShown: () => void;
  returnFocusTo: () => HTMLElement | null;
  /** What can be done to it, and what was done. */
  actions?: ((order: OrderDetail) => ReactNode) | undefined;
  history?: ((order: OrderDetail) => ReactNode) | undefined;
}

/** An order with all its details (docs/product.md#orders). Mount it with the order's id as its key. */
export function OrderDialog({ orderId, onClose, onShown, returnFocusTo, actions, history }: OrderDialogProps) {
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
      actions={order && actions?.(order)}
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
        <OrderBody order={order} history={history?.(order)} />
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

function OrderBody({ order, history }: { order: OrderDetail; history: ReactNode }) {
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
      {history}
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
  const count = active.data.total + archived;
  if (count === 0) return null;
  // The list has active tickets or the archive: where none is active, the archive.
  const isArchive = active.data.total === 0;
  const search = { customer: email, ...(isArchive && { view: "archive" as const }) };
  return (
    <Card title="Support Tickets">
      <p>
        <span>Customer has {counted(count, "support ticket")}</span>
        {isArchive && ", archived"}
        {!isArchive && archived > 0 && (
          <>
            {", of which "}
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

/** The buyer and the shipping address. */
function OrderCustomer({ order }: { order: OrderDetail }) {
  const { customer, shippingAddress, billingAddress } = order;
  const name = buyerName(order);
  const email = buyerEmail(order);
  const phone = customer?.phone?.trim() || order.phone?.trim();
  return (
    <Card title="Customer Information" className="sm:max-split:row-span-2">
      <p className="font-semibold">
        {customer === null ? (
          <bdi className="break-anywhere">{name}</bdi>
        ) : (
          <CustomerLink
            customerId={customer.id}
            inside="orderId"
            className="line-alone rounded-tag text-accent underline-offset-3 break-anywhere hover:underline"
          >
            <bdi>{name}</bdi>
          </CustomerLink>
        )}
      </p>
      {email === null ? (
        <p className="text-soft">No email</p>
      ) : (
        shownAddress(email) !== name && <p className="text-soft break-anywhere">{shownAddress(email)}</p>
      )}
      {phone && (
        <p className="text-soft">
          <bdi>{phone}</bdi>
        </p>
      )}
      <AddressBlock title="Shipping Address" lines={addressLines(shippingAddress)} />
      {!isSameAddress(shippingAddress, billingAddress) && (
        <AddressBlock title="Billing Address" lines={addressLines(billingAddress)} />
      )}
    </Card>
  );
}

function AddressBlock({ title, lines }: { title: string; lines: readonly string[] }): ReactNode {
  if (lines.length === 0) return null;
  return (
    <section className="mt-3 border-line border-t pt-2.5">
      <h4 className="text-soft text-xs">{title}</h4>
      <address className="mt-1 not-italic">
        {lines.map((line, at) => (
          // biome-ignore lint/suspicious/noArrayIndexKey: an address may have equal lines, which never reorder.
          <bdi key={at} className="block break-anywhere">
            {line}
          </bdi>
        ))}
      </address>
    </section>
  );
}

type Address = OrderDetail["shippingAddress"];

/** Returns an address as on a parcel: names, streets, "city, province zip", country; without missing parts. */
export function addressLines(address: Address): string[] {
  if (address === null) return [];
  const { firstName, lastName, address1, address2, city, provinceCode, zip, country } = address;
  const region = joined([provinceCode, zip], " ");
  return [joined([firstName, lastName], " "), address1, address2, joined([city, region], ", "), country]
    .map((line) => line?.trim() ?? "")
    .filter((line) => line !== "");
}

/** Whether two addresses are equal; an empty billing address counts as equal. */
export function isSameAddress(shipping: Address, billing: Address): boolean {
  const lines = addressLines(billing);
  return lines.length === 0 || lines.join("\n") === addressLines(shipping).join("\n");
}

function joined(parts: (string | null)[], by: string): string {
  return parts.flatMap((part) => part?.trim() || []).join(by);
}
