import { limits } from "@deskhand/contract/limits";
import type { TicketDetail } from "@deskhand/contract/tickets";
import type { TicketOrder, TicketTracking, TrackingInfo } from "@deskhand/contract/tracking";
import { ExternalLink, PackageSearch } from "lucide-react";
import type { ReactNode } from "react";
import { FulfillmentBadge, OrderBadges } from "../../entities/order/order-badges.tsx";
import { OrderLink } from "../../entities/order/order-link.tsx";
import { isArchived } from "../../entities/ticket/ticket-state.ts";
import { briefHeight } from "../../entities/ticket/told-order.ts";
import { counted, formatDate, formatMoney } from "../../lib/format.ts";
import { useSession } from "../../lib/session.ts";
import { StoreFault } from "../../screens/store-fault.tsx";
import { Button } from "../../ui/button.tsx";
import { Card } from "../../ui/card.tsx";
import { cx } from "../../ui/cx.ts";
import { Pill } from "../../ui/pill.tsx";
import { Skeleton } from "../../ui/skeleton.tsx";
import { TextLink } from "../../ui/text-link.tsx";
import { useRoom } from "../../ui/use-room.ts";
import { CertaintyBadge, OwnerBadge, unknownOrders } from "./certainty-badge.tsx";
import { OrderChoice, useOrderNumber } from "./order-choice.tsx";
import { SinceTheyWrote, trackingWords } from "./tracking-words.tsx";
import { orderOf, orderTitle, useTicketTracking } from "./use-ticket-tracking.ts";

interface OrderBriefProps {
  ticket: Pick<TicketDetail, "id" | "status">;
  onShowTracking: () => void;
  /** What can be done to the order. */
  actions?: OrderActions | undefined;
}

/** Shows what another feature can do to an order. */
export type OrderActions = (order: Pick<TicketOrder, "id" | "name">) => ReactNode;

const parcelsInBrief = 2;

/** The ticket's order in brief: parcels, and changes since the customer wrote. */
export function OrderBrief({ ticket, onShowTracking, actions }: OrderBriefProps) {
  const { data, error } = useTicketTracking(ticket.id);
  const { can } = useSession();
  if (!can("orders:read")) return null;
  if (data === undefined) {
    return (
      <BriefCard onShow={error === null ? null : onShowTracking}>
        {error === null ? <BriefSkeleton /> : <span className="text-soft">The order could not be loaded.</span>}
      </BriefCard>
    );
  }
  const match = orderOf(data);
  if (match === null) return <NoOrder ticket={ticket} tracking={data} onShow={onShowTracking} />;
  const { order } = match;
  const lines = order.parcels.slice(0, parcelsInBrief);
  const others = order.parcels.length - lines.length;
  return (
    <BriefCard onShow={onShowTracking} choice={<OrderChoice ticket={ticket} />}>
      <p className="flex flex-wrap items-center gap-x-2 gap-y-1">
        <OrderLink orderId={order.id} className="rounded-tag font-semibold tabular hover:text-accent hover:underline">
          <bdi>{orderTitle(order.name)}</bdi>
        </OrderLink>
        {match.certainty === "saved" ? (
          <OwnerBadge doubt={match.doubt} />
        ) : (
          <CertaintyBadge found={match} notFound={data.notFound} />
        )}
        <OrderBadges payment={order.financialStatus} fulfillment={order.fulfillmentStatus} />
        <span className="text-sm tabular split:ml-auto">{formatMoney(order.totalPrice, order.currency)}</span>
      </p>
      {lines.map((parcel, at) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: a parcel may have no number, and two may share one.
        <ParcelLine key={at} parcel={parcel} />
      ))}
      {others > 0 && <p className="text-soft text-xs">and {counted(others, "more parcel")}</p>}
      <SinceTheyWrote order={order} className="max-sm:text-xs" />
      <StoreFault isLine />
      {actions && <div className="mt-auto flex min-h-7 max-split:mt-1.5">{actions(order)}</div>}
    </BriefCard>
  );
}

interface NoOrderProps {
  ticket: OrderBriefProps["ticket"];
  tracking: TicketTracking;
  onShow: () => void;
}

/** Shown instead when there is no order of the customer's. */
function NoOrder({ ticket, tracking, onShow }: NoOrderProps) {
  const { saved, found, notFound, parsed, customer } = tracking;
  const [other] = found;
  const [read] = parsed?.orders ?? [];
  if (saved !== null) return <BriefCard onShow={onShow}>{unknownOrders([saved.orderNumber], tracking)}</BriefCard>;
  if (other !== undefined) {
    return (
      <BriefCard onShow={onShow}>
        <p className="flex flex-wrap items-center gap-2">
          <bdi className="font-semibold tabular">{orderTitle(other.order.name)}</bdi>
          <CertaintyBadge found={other} notFound={notFound} />
        </p>
      </BriefCard>
    );
  }
  if (read !== undefined) {
    return (
      <BriefCard onShow={onShow}>
        <bdi className="font-semibold tabular">{orderTitle(read.name)}</bdi>
        <span className="text-soft text-sm"> from the text of this ticket</span>
      </BriefCard>
    );
  }
  const recent = customer?.orders ?? [];
  return (
    <BriefCard onShow={onShow}>
      {notFound.length > 0 ? (
        unknownOrders(notFound, tracking).map((sentence) => <p key={sentence}>{sentence}</p>)
      ) : (
        <p className="text-soft">
          {recent.length > 0
            ? "This ticket names no order. The customer's last:"
            : "No order was found for this ticket."}
        </p>
      )}
      {recent.length > 0 && <RecentBrief ticket={ticket} orders={recent} />}
    </BriefCard>
  );
}

function BriefSkeleton() {
  return (
    <>
      <Skeleton className="h-3 w-2/5" />
      <Skeleton className="h-3 w-3/5" />
      <Skeleton className="h-3 w-4/5" />
    </>
  );
}

interface BriefCardProps {
  onShow: (() => void) | null;
  /** Shown in the heading if it is a single choice, so that nothing below moves. */
  choice?: ReactNode;
  children: ReactNode;
}

/** A headed card where there is room, otherwise as few lines as possible. */
function BriefCard({ onShow, choice, children }: BriefCardProps) {
  const isWide = useRoom() === "wide";
  const show = onShow !== null && (
    <button
      type="button"
      onClick={onShow}
      className="ml-auto inline-flex items-center gap-1 rounded-tag px-1 font-normal text-accent text-xs leading-5 hover:underline max-split:float-right max-split:mb-0"
    >
      <PackageSearch size={12} aria-hidden className="max-sm:hidden" />
      Show tracking
    </button>
  );
  if (isWide) {
    const title = (
      <span className="flex flex-wrap items-center gap-2">
        Order
        {/* A single choice stands in the heading; several have their own line below. */}
        <span className="-my-1.5 flex min-w-0 flex-wrap items-center gap-1.5 font-normal empty:hidden has-[button+button]:order-last has-[button+button]:my-0 has-[button+button]:basis-full">
          {choice}
        </span>
        {show}
      </span>
    );
    return (
      <Card title={title} className={cx("shrink-0", briefHeight)}>
        <div className="flex flex-col gap-2 text-sm">{children}</div>
      </Card>
    );
  }
  return (
    <section
      aria-label="Order"
      className={cx("flow-root space-y-1 rounded-panel border border-line bg-panel px-3.5 py-2 text-sm", briefHeight)}
    >
      {show}
      <p className="flex flex-wrap items-center gap-1.5 empty:hidden">{choice}</p>
      {children}
    </section>
  );
}

/** A parcel's state in one line, linked to its carrier. */
function ParcelLine({ parcel }: { parcel: TrackingInfo }) {
  const { status, trackingNumber, carrier, trackUrl, estimatedDelivery } = parcel;
  const { label, tone } = trackingWords[status];
  return (
    <p className="flex flex-wrap items-center gap-x-2 gap-y-1 text-sm">
      <Pill tone={tone}>{label}</Pill>
      {trackingNumber !== null && trackUrl !== null && (
        <TextLink
          href={trackUrl}
          target="_blank"
          rel="noopener noreferrer"
          className="inline-flex min-w-0 items-center gap-1 break-anywhere"
        >
          <bdi>{[carrier, trackingNumber].filter(Boolean).join(" ")}</bdi>
          <ExternalLink size={12} aria-hidden className="shrink-0" />
        </TextLink>
      )}
      {estimatedDelivery !== null && status !== "delivered" && (
        <span className="text-soft max-sm:hidden">expected {formatDate(estimatedDelivery)}</span>
      )}
    </p>
  );
}

interface RecentBriefProps {
  ticket: Pick<TicketDetail, "id" | "status">;
  orders: readonly TicketOrder[];
}

/** The customer's last orders, one line each, for a ticket without an order; one click selects one. */
function RecentBrief({ ticket: { id, status }, orders }: RecentBriefProps) {
  const { can } = useSession();
  const number = useOrderNumber(id);
  const isEditable = !isArchived(status) && can("tickets:update");
  return (
    <>
      <ul aria-label="Last orders" className="flex flex-col gap-1">
        {orders.slice(0, limits.ordersOnTicket).map((order) => (
          <li key={order.id} className="flex flex-wrap items-center gap-x-2 gap-y-0.5">
            <OrderLink
              orderId={order.id}
              className="rounded-tag font-semibold tabular hover:text-accent hover:underline"
            >
              <bdi>{orderTitle(order.name)}</bdi>
            </OrderLink>
            <FulfillmentBadge status={order.fulfillmentStatus} />
            {isEditable && (
              <Button
                size="sm"
                className="ml-auto"
                disabled={number.isLooking}
                onClick={() => number.save({ orderNumber: order.name, expected: null })}
              >
                Use<span className="sr-only"> {orderTitle(order.name)}</span>
              </Button>
            )}
            <span className="basis-full text-soft text-xs tabular">
              {formatMoney(order.totalPrice, order.currency)} · {formatDate(order.createdAt)}
            </span>
          </li>
        ))}
      </ul>
      {number.failure !== null && (
        <span role="alert" className="text-red text-xs">
          {number.failure}
        </span>
      )}
    </>
  );
}
