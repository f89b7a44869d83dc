import { briefHeight, type TicketOrderParts } from "../entities/ticket/ticket-order-parts.ts";
import { loadLater } from "../ui/load-later.tsx";

const CustomerFigures = loadLater(
  () => import("../features/tracking/customer-figures.tsx").then(({ CustomerFigures }) => CustomerFigures),
  () => <p className="mt-1.5 min-h-[1lh] text-sm" />,
);
const OrderBrief = loadLater(
  () => import("../features/tracking/order-brief.tsx").then(({ OrderBrief }) => OrderBrief),
  () => <div className={`rounded-panel border border-line bg-panel ${briefHeight}`} />,
);
const TrackingTab = loadLater(() =>
  import("../features/tracking/tracking-tab.tsx").then(({ TrackingTab }) => TrackingTab),
);
const OrderInfoTab = loadLater(() =>
  import("../features/tracking/order-info-tab.tsx").then(({ OrderInfoTab }) => OrderInfoTab),
);

/** What the feature of orders and parcels shows in a ticket: it is made without the ticket's, and the ticket's without it. */
export const ticketOrders: TicketOrderParts = {
  customer: (ticket) => ticket.customer && <CustomerFigures ticketId={ticket.id} />,
  brief: (ticket, showTracking) => <OrderBrief ticket={ticket} onShowTracking={showTracking} />,
  tracking: (ticket) => <TrackingTab ticket={ticket} />,
  orderInfo: (ticket) => <OrderInfoTab ticket={ticket} />,
};
