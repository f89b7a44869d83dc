import { type ComponentProps, useEffect } from "react";
import type { ComposerTools, ReplyDraft } from "../entities/ticket/reply-draft.ts";
import { briefHeight, type TicketOrderParts } from "../entities/ticket/told-order.ts";
import { CannedResponsesTool } from "../features/canned-responses/canned-responses-tool.tsx";
import { ResourcesTool } from "../features/knowledge/resources-tool.tsx";
import { MailPreviewFold } from "../features/outgoing/reply-preview/mail-preview-fold.tsx";
import { PolishButton } from "../features/polish/polish-button.tsx";
import { TicketDialog } from "../features/tickets/detail/ticket-dialog.tsx";
import { useMarkRead } from "../features/tickets/detail/use-shown-ticket.ts";
import { loadLater } from "../ui/load-later.tsx";

const BlockDialog = loadLater(() =>
  import("../features/intake/blocked/block-dialog.tsx").then(({ BlockDialog }) => BlockDialog),
);

const WhyDialog = loadLater(() => import("../features/rules/why-dialog.tsx").then(({ WhyDialog }) => WhyDialog));

type Props = Omit<ComponentProps<typeof TicketDialog>, "tools" | "orders" | "blocking" | "rules">;

/** A ticket's dialog with the parts that other features contribute. */
export function TicketWithParts(props: Props) {
  useMarkRead(props.ticketId);
  return (
    <TicketDialog
      {...props}
      tools={composerTools}
      orders={ticketOrders}
      blocking={(about) => <BlockDialog {...about} />}
      rules={(about) => <WhyDialog {...about} />}
    />
  );
}

const QuickPicker = loadLater(() =>
  import("../features/canned-responses/quick-picker.tsx").then(({ QuickPicker }) => QuickPicker),
);
const MacroKeys = loadLater(() =>
  import("../features/canned-responses/macro-keys.tsx").then(({ MacroKeys }) => MacroKeys),
);
const OpenPlaceholders = loadLater(() =>
  import("./open-placeholders.tsx").then(({ OpenPlaceholders }) => OpenPlaceholders),
);

/** What other features contribute to the composer; the features do not import each other. */
const composerTools: ComposerTools = {
  buttons: (draft) => <ReplyTools draft={draft} />,
  preview: ({ focus, ...mail }) => <MailPreviewFold {...mail} onWriteOn={focus} />,
  quickPicker: (draft, close) => (
    <QuickPicker draft={draft} onWrite={(text) => draft.replaceText(text, "")} onClose={close} />
  ),
};

/** The composer's tools in order. */
function ReplyTools({ draft }: { draft: ReplyDraft }) {
  // Preloaded, because the first key after `/` already belongs to the picker.
  useEffect(QuickPicker.preload, []);
  return (
    <>
      <PolishButton {...draft} />
      <CannedResponsesTool {...draft} />
      <MacroKeys draft={draft} />
      <ResourcesTool {...draft} />
      {draft.text.includes("{{") && <OpenPlaceholders {...draft} />}
    </>
  );
}

const CustomerFigures = loadLater(
  () => import("../features/tracking/customer-figures.tsx").then(({ CustomerFigures }) => CustomerFigures),
  () => <p className="mt-1.5 min-h-[1lh] text-sm" />,
);
const OrderBrief = loadLater(
  () => import("../features/tracking/order-brief.tsx").then(({ OrderBrief }) => OrderBrief),
  () => <div className={`rounded-panel border border-line bg-panel ${briefHeight}`} />,
);
const IncidentBanner = loadLater(() =>
  import("../features/incidents/incident-banner.tsx").then(({ IncidentBanner }) => IncidentBanner),
);
const TicketRating = loadLater(() =>
  import("../features/ratings/ticket-rating.tsx").then(({ TicketRating }) => TicketRating),
);
const TrackingTab = loadLater(() =>
  import("../features/tracking/tracking-tab.tsx").then(({ TrackingTab }) => TrackingTab),
);
const OrderInfoTab = loadLater(() =>
  import("../features/tracking/order-info-tab.tsx").then(({ OrderInfoTab }) => OrderInfoTab),
);

const OrderMenu = loadLater(() =>
  import("../features/order-actions/order-menu.tsx").then(({ OrderMenu }) => OrderMenu),
);
const TicketActions = loadLater(() =>
  import("../features/order-actions/waiting-actions.tsx").then(({ TicketActions }) => TicketActions),
);

/** What orders and tracking contribute to a ticket; the features do not import each other. */
const ticketOrders: TicketOrderParts = {
  customer: (ticket) => (
    <>
      {ticket.customer && <CustomerFigures ticketId={ticket.id} />}
      {ticket.rating !== null && <TicketRating rating={ticket.rating} />}
    </>
  ),
  brief: (ticket, showTracking) => (
    <OrderBrief
      ticket={ticket}
      onShowTracking={showTracking}
      actions={({ id, name }) => <OrderMenu orderId={id} orderName={name} ticketId={ticket.id} />}
    />
  ),
  notices: (ticket) => (
    <>
      {ticket.isOfIncident && <IncidentBanner ticketId={ticket.id} />}
      {ticket.hasOpenActions && <TicketActions ticketId={ticket.id} />}
    </>
  ),
  tracking: (ticket) => (
    <TrackingTab
      ticket={ticket}
      actions={({ id, name }) => <OrderMenu orderId={id} orderName={name} ticketId={ticket.id} />}
    />
  ),
  orderInfo: (ticket) => <OrderInfoTab ticket={ticket} />,
};
