import type { TicketOrder, TicketTracking } from "@deskhand/contract/tracking";
import type { ReactNode } from "react";
import { formatDateTime } from "../../lib/format.ts";
import { Banner } from "../../ui/banner.tsx";
import { orderTitle } from "./order-title.ts";

interface IntegrationStatusProps {
  tracking: TicketTracking;
  /** The order that is shown. */
  order: TicketOrder | undefined;
}

/** Where what is shown comes from, and how old it is. */
export function IntegrationStatus({ tracking, order }: IntegrationStatusProps) {
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
