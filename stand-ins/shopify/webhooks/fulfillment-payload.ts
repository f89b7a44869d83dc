import { displayStatusOf, estimateOf } from "../state/order-sums.ts";
import type { Store } from "../state/store.ts";
import type { StoreFulfillment, StoreFulfillmentEvent, StoreOrder } from "../state/store-state.ts";
import { addressPayload } from "./address-payload.ts";

/** Makes a shipment in the form of the REST payloads: topic fulfillments/create. */
export function fulfillmentPayload(order: StoreOrder, fulfillment: StoreFulfillment): object {
  const { id, status, createdAt, updatedAt, trackingInfo, lineItems, events } = fulfillment;
  const [first] = trackingInfo;
  return {
    id,
    order_id: order.id,
    status: status.toLowerCase(),
    created_at: createdAt,
    updated_at: updatedAt,
    service: "manual",
    tracking_company: first?.company ?? null,
    shipment_status: events.length > 0 ? displayStatusOf(fulfillment).toLowerCase() : null,
    location_id: 1,
    origin_address: null,
    email: order.email,
    destination: addressPayload(order.shippingAddress),
    line_items: lineItems.map(({ lineItemId, quantity }) => {
      const item = order.lineItems.find(({ id: itemId }) => itemId === lineItemId);
      return {
        id: lineItemId,
        title: item?.title ?? null,
        sku: item?.sku ?? null,
        quantity,
        price: item?.price ?? null,
      };
    }),
    tracking_number: first?.number ?? null,
    tracking_numbers: trackingInfo.flatMap(({ number }) => number ?? []),
    tracking_url: first?.url ?? null,
    tracking_urls: trackingInfo.flatMap(({ url }) => url ?? []),
    receipt: {},
    name: `${order.name}.${1 + order.fulfillments.findIndex((each) => each.id === id)}`,
    estimated_delivery_at: estimateOf(fulfillment),
    admin_graphql_api_id: `gid://shopify/Fulfillment/${id}`,
  };
}

/** Makes one report of a carrier: topic fulfillment_events/create. */
export function fulfillmentEventPayload(
  { state }: Store,
  order: StoreOrder,
  fulfillmentId: number,
  event: StoreFulfillmentEvent,
): object {
  const { id, status, message, happenedAt, createdAt, city, province, country, zip } = event;
  return {
    id,
    fulfillment_id: fulfillmentId,
    status: status.toLowerCase(),
    message,
    happened_at: happenedAt,
    city,
    province,
    country,
    zip,
    address1: null,
    latitude: null,
    longitude: null,
    shop_id: state.id,
    created_at: createdAt,
    updated_at: createdAt,
    estimated_delivery_at: event.estimatedDeliveryAt,
    order_id: order.id,
    admin_graphql_api_id: `gid://shopify/FulfillmentEvent/${id}`,
  };
}
