import { parcelLabels } from "@deskhand/contract/desk/order-states";
import type { TrackingInfo } from "@deskhand/contract/tracking";
import type { TenantTx } from "../../platform/db/tenant.ts";
import { stageOfWord } from "./parcels/shipment-stage.ts";
import { trackingOf } from "./parcels/tracking-of.ts";
import { selectOrdersById } from "./rows/ticket-orders.queries.ts";

/** The parcel of an order that its ticket shows first, of those with a number where one has; undefined where there is no such order. */
export async function findFirstParcel(tx: TenantTx, orderId: string): Promise<TrackingInfo | undefined> {
  const [order] = await selectOrdersById(tx, [orderId]);
  const parcels = order ? trackingOf(order) : [];
  return parcels.find(({ trackingNumber }) => trackingNumber !== null) ?? parcels[0];
}

/** How far a parcel is, as one tells a customer: of trouble, what it is. */
export function parcelWords({ status, events, platformStatus }: TrackingInfo): string {
  if (status !== "exception") return parcelLabels[status];
  const told = events.find((event) => event.status === status)?.description;
  return told ?? stageOfWord(platformStatus)?.text ?? parcelLabels[status];
}
