import type { Money } from "@deskhand/contract/page";

/** What the platform recorded on a parcel's way. */
export type ShipmentEvent = {
  id: string;
  status: string;
  message: string | null;
  city: string | null;
  province: string | null;
  country: string | null;
  happenedAt: string;
};

/** What was sent together: the platform's fulfillment. */
export type Shipment = {
  id: string;
  status: string | null;
  displayStatus: string | null;
  createdAt: string;
  estimatedDeliveryAt: string | null;
  deliveredAt: string | null;
  parcels: { number: string | null; company: string | null; url: string | null }[];
  events: ShipmentEvent[];
};

/** What the platform says of an order and of everything sent for it; texts and states are whatever it wrote. */
export type OrderFacts = {
  name: string;
  createdAt: string;
  paidAt: string | null;
  cancelledAt: string | null;
  financialStatus: string | null;
  fulfillmentStatus: string | null;
  refunds: { amount: Money; refundedAt: string }[];
  shipments: Shipment[];
};
