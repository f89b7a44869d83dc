import type { TicketDetail } from "@deskhand/contract/tickets";
import type { TicketTracking } from "@deskhand/contract/tracking";
import { PackageSearch } from "lucide-react";
import type { ReactNode } from "react";
import { OrderBadges } from "../../entities/order/order-badges.tsx";
import { OrderLink } from "../../entities/order/order-link.tsx";
import { briefHeight } from "../../entities/ticket/ticket-order-parts.ts";
import { counted, formatMoney } from "../../lib/format.ts";
import { useSession } from "../../lib/session.ts";
import { StoreFault } from "../../screens/store-fault.tsx";
import { Card } from "../../ui/card.tsx";
import { cx } from "../../ui/cx.ts";
import { Skeleton } from "../../ui/skeleton.tsx";
import { useRoom } from "../../ui/use-room.ts";
import { CertaintyBadge, OwnerBadge } from "./certainty-badge.tsx";
import { OrderChoice } from "./order-choice.tsx";
import { orderTitle } from "./order-title.ts";
import { ParcelLine } from "./parcel-line.tsx";
import { RecentBrief } from "./recent-brief.tsx";
import { SinceTheyWrote } from "./since-they-wrote.tsx";
import { unknownOrders } from "./unknown-orders.ts";
import { orderOf, useTicketTracking } from "./use-ticket-tracking.ts";

interface OrderBriefProps {
  ticket: Pick<TicketDetail, "id" | "status">;
  onShowTracking: () => void;
}

const parcelsInBrief = 2;

/** The order that a ticket is about, where its parcels are and what happened since the customer wrote: seen without a click. */
export function OrderBrief({ ticket, onShowTracking }: OrderBriefProps) {
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
  const shown = orderOf(data);
  if (shown === null) return <NoOrder ticket={ticket} tracking={data} onShow={onShowTracking} />;
  const { order } = shown;
  const lines = order.parcels.slice(0, parcelsInBrief);
  const others = order.parcels.length - lines.length;
  return (
    <BriefCard onShow={onShowTracking} choice={<OrderChoice ticket={ticket} />}>
      <p className="flex flex-wrap items-center gap-x-2 gap-y-1">
        <OrderLink orderId={order.id} className="rounded-tag font-semibold tabular hover:text-accent hover:underline">
          <bdi>{orderTitle(order.name)}</bdi>
        </OrderLink>
        {shown.certainty === "saved" ? (
          <OwnerBadge doubt={shown.doubt} />
        ) : (
          <CertaintyBadge found={shown} notFound={data.notFound} />
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
    </BriefCard>
  );
}

interface NoOrderProps {
  ticket: OrderBriefProps["ticket"];
  tracking: TicketTracking;
  onShow: () => void;
}

/** What there is instead of an order of the customer's. */
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
  /** Stands in its heading, so that nothing below it moves, where it is one. */
  choice?: ReactNode;
  children: ReactNode;
}

/** A card with a heading where there is room; else all in as few lines as it takes. */
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
        {/* One stands in the heading; several have a line of their own below it. */}
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
