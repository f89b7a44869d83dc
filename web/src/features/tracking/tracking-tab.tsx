import type { TicketDetail } from "@deskhand/contract/tickets";
import type { TicketOrder, TicketTracking } from "@deskhand/contract/tracking";
import type { ReactNode } from "react";
import { OrderLink } from "../../entities/order/order-link.tsx";
import { isArchived } from "../../entities/ticket/ticket-state.ts";
import { formatDate, formatDateTime, formatMoney } from "../../lib/format.ts";
import { useSession } from "../../lib/session.ts";
import { FailureBanner } from "../../screens/failure-banner.tsx";
import { Banner } from "../../ui/banner.tsx";
import { Button } from "../../ui/button.tsx";
import { Card } from "../../ui/card.tsx";
import { Skeleton } from "../../ui/skeleton.tsx";
import { useRoom } from "../../ui/use-room.ts";
import { CertaintyBadge, foundBecause, unknownOrders } from "./certainty-badge.tsx";
import type { OrderActions } from "./order-brief.tsx";
import { useOrderNumber } from "./order-choice.tsx";
import { OrderNumber } from "./order-number.tsx";
import { WhoseOrders } from "./shown-store-data.tsx";
import { StoreCustomer } from "./store-customer.tsx";
import { TrackingNotes } from "./tracking-notes.tsx";
import { TrackingResult } from "./tracking-result.tsx";
import { orderOf, orderTitle, useTicketTracking } from "./use-ticket-tracking.ts";

/** The ticket's order with parcels, the customer at the store, and colleagues' notes. */
export function TrackingTab({ ticket, actions }: { ticket: TicketDetail; actions?: OrderActions }) {
  const { id } = ticket;
  const { data, error, refetch } = useTicketTracking(id);
  return (
    <section
      aria-label="Tracking"
      // biome-ignore lint/a11y/noNoninteractiveTabindex: a scrolling region must be reachable by keyboard.
      tabIndex={0}
      className="flex flex-1 flex-col gap-3 overflow-y-auto overscroll-contain p-4 focus-visible:outline-offset-[-2px] sm:p-5"
    >
      <WhoseOrders ticket={ticket} />
      <FailureBanner error={error} title="Failed to load orders" onRetry={() => void refetch()} />
      {data !== undefined && <TrackingParts ticket={ticket} tracking={data} actions={actions} />}
      {data === undefined && error === null && <TrackingSkeleton />}
    </section>
  );
}

interface TrackingPartsProps {
  ticket: TicketDetail;
  tracking: TicketTracking;
  actions: OrderActions | undefined;
}

function TrackingParts({ ticket, tracking, actions }: TrackingPartsProps) {
  const room = useRoom();
  const ticketId = ticket.id;
  const isOver = isArchived(ticket.status);
  const { can } = useSession();
  const number = useOrderNumber(ticketId);
  const match = orderOf(tracking);
  const { looked } = number;
  const order = looked?.id === match?.order.id && isNewer(looked, match?.order) ? looked : match?.order;
  const isEditable = !isOver && can("tickets:update");
  const expected = tracking.saved?.orderNumber ?? null;
  const track = (orderNumber: string) => {
    if (orderNumber === expected) number.look(orderNumber);
    else number.save({ orderNumber, expected });
  };
  return (
    <>
      <OrderNumber ticket={ticket} tracking={tracking} number={number} isEditable={isEditable} mayLook={!isOver} />
      {/* With more room they stand beside it, in the card of the order. */}
      {order !== undefined && room !== "wide" && actions && (
        <div className="flex min-h-7 shrink-0">{actions(order)}</div>
      )}
      {order !== undefined && <TrackingResult order={order} />}
      <FoundOrders tracking={tracking} shownId={order?.id} onTrack={isEditable ? track : undefined} />
      <StoreCustomer tracking={tracking} onTrack={isEditable ? track : undefined} />
      <TrackingNotes ticketId={ticketId} tracking={tracking} isEditable={isEditable} />
      <IntegrationStatus tracking={tracking} order={order} />
    </>
  );
}

function isNewer(one: { readAt: string } | undefined, other: { readAt: string } | undefined): boolean {
  return one !== undefined && other !== undefined && Date.parse(one.readAt) > Date.parse(other.readAt);
}

function TrackingSkeleton() {
  return (
    <div className="flex animate-appear-late flex-col gap-3">
      <p role="status" className="sr-only">
        Loading orders...
      </p>
      <Skeleton className="h-16 rounded-panel" />
      <Skeleton className="h-44 rounded-panel" />
      <Skeleton className="h-36 rounded-panel" />
    </div>
  );
}

interface IntegrationStatusProps {
  tracking: TicketTracking;
  /** The order shown. */
  order: TicketOrder | undefined;
}

/** The data's source and age. */
function IntegrationStatus({ tracking, order }: IntegrationStatusProps) {
  const { store, parsed } = tracking;
  return (
    <Banner kind={store.state === "revoked" ? "warning" : "info"} title="Integration Status">
      <p className="text-sm">
        <StoreStatus store={store} /> {ageOf(tracking, order)}
        {parsed !== null &&
          " The orders above were read out of this ticket's text: they are as old as it is, and nobody checked them."}
      </p>
    </Banner>
  );
}

function ageOf({ customer, store }: TicketTracking, order: TicketOrder | undefined): string {
  if (order !== undefined) return `Order ${orderTitle(order.name)} is shown as of ${formatDateTime(order.readAt)}.`;
  const [oldest] = (customer?.orders ?? []).map(({ readAt }) => readAt).sort();
  if (oldest !== undefined) return `The orders above are shown as of ${formatDateTime(oldest)}.`;
  if (store.state === "none") return "";
  return store.lastSyncedAt === null
    ? "Nothing has been loaded yet."
    : `It was read last ${formatDateTime(store.lastSyncedAt)}.`;
}

function StoreStatus({ store: { state, shopDomain, revokedAt } }: Pick<TicketTracking, "store">): ReactNode {
  if (state === "none") return "No store is connected, so nothing here is brought up to date.";
  if (state === "connected") return `Orders and parcels come from the connected store ${shopDomain}.`;
  return (
    <>
      The store {shopDomain} no longer accepts the connection
      {revokedAt !== null && <> since {formatDateTime(revokedAt)}</>}: what is shown may be out of date until an admin
      connects it again.
    </>
  );
}

interface FoundOrdersProps {
  tracking: TicketTracking;
  /** The order already shown. */
  shownId: string | undefined;
  /** Absent where nothing may be changed. */
  onTrack: ((orderNumber: string) => void) | undefined;
}

/** Other orders that the ticket may be about, and numbers that match no order. */
function FoundOrders({ tracking: { found, notFound, deleted }, shownId, onTrack }: FoundOrdersProps) {
  const others = found.filter(({ order }) => order.id !== shownId);
  if (others.length === 0 && notFound.length === 0) return null;
  return (
    <Card title="Also named in this ticket">
      <ul className="flex flex-col gap-2.5">
        {others.map((one) => (
          <li key={one.order.id} className="flex flex-wrap items-center gap-x-2.5 gap-y-1.5 text-sm">
            <OrderLink
              orderId={one.order.id}
              className="rounded-tag font-semibold tabular hover:text-accent hover:underline"
            >
              <bdi>{orderTitle(one.order.name)}</bdi>
            </OrderLink>
            <CertaintyBadge found={one} notFound={notFound} />
            <span className="text-soft tabular">
              {formatMoney(one.order.totalPrice, one.order.currency)} · {formatDate(one.order.createdAt)}
            </span>
            <span className="basis-full text-soft text-xs">{foundBecause(one, notFound)}</span>
            {onTrack && (
              <Button size="sm" onClick={() => onTrack(one.order.name)}>
                Use for Tracking
              </Button>
            )}
          </li>
        ))}
        {unknownOrders(notFound, { deleted }).map((sentence) => (
          <li key={sentence} className="text-sm text-soft">
            {sentence}
          </li>
        ))}
      </ul>
    </Card>
  );
}
