import type { TicketDetail } from "@deskhand/contract/tickets";
import type { TicketTracking } from "@deskhand/contract/tracking";
import { isArchived } from "../../entities/ticket/is-archived.ts";
import { useSession } from "../../lib/session.ts";
import { FailureBanner } from "../../screens/failure-banner.tsx";
import { Skeleton } from "../../ui/skeleton.tsx";
import { FoundOrders } from "./found-orders.tsx";
import { IntegrationStatus } from "./integration-status.tsx";
import { OrderNumber } from "./order-number.tsx";
import { StoreCustomer } from "./store-customer.tsx";
import { TrackingNotes } from "./tracking-notes.tsx";
import { TrackingResult } from "./tracking-result.tsx";
import { useOrderNumber } from "./use-order-number.ts";
import { orderOf, useTicketTracking } from "./use-ticket-tracking.ts";
import { WhoseOrders } from "./whose-orders.tsx";

/** A ticket's order with its parcels, its customer at the store, and what colleagues noted about it. */
export function TrackingTab({ ticket }: { ticket: TicketDetail }) {
  const { id } = ticket;
  const { data, error, refetch } = useTicketTracking(id);
  return (
    <section
      aria-label="Tracking"
      // biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls must be reachable by keyboard.
      tabIndex={0}
      className="flex flex-1 flex-col gap-3 overflow-y-auto overscroll-contain p-4 focus-visible:outline-offset-[-2px] sm:p-5"
    >
      <WhoseOrders ticket={ticket} />
      <FailureBanner error={error} title="Failed to load orders" onRetry={() => void refetch()} />
      {data !== undefined && <TrackingParts ticket={ticket} tracking={data} />}
      {data === undefined && error === null && <TrackingSkeleton />}
    </section>
  );
}

interface TrackingPartsProps {
  ticket: TicketDetail;
  tracking: TicketTracking;
}

function TrackingParts({ ticket, tracking }: TrackingPartsProps) {
  const ticketId = ticket.id;
  const isOver = isArchived(ticket.status);
  const { can } = useSession();
  const number = useOrderNumber(ticketId);
  const shown = orderOf(tracking);
  const { looked } = number;
  const order = looked?.id === shown?.order.id && isNewer(looked, shown?.order) ? looked : shown?.order;
  const isEditable = !isOver && can("tickets:update");
  const expected = tracking.saved?.orderNumber ?? null;
  const track = (orderNumber: string) => {
    if (orderNumber === expected) number.look(orderNumber);
    else number.save({ orderNumber, expected });
  };
  return (
    <>
      <OrderNumber ticket={ticket} tracking={tracking} number={number} isEditable={isEditable} mayLook={!isOver} />
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
