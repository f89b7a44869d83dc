import type { PlanOf } from "@deskhand/contract/actions/action-parts";
import * as z from "zod";
import { fail } from "../../../platform/fail.ts";
import type { LiveOrder } from "../store/read-order.ts";
import type { ActionKind, Done, Preparing, Sending } from "./action-kind.ts";
import { noResult } from "./no-result.ts";
import { errorWords, sendOnce } from "./send.ts";

type Request = { fulfillmentId: string; tracking: Record<string, unknown> };

/**
 * Saves a parcel's tracking as it is, and has Shopify mail the customer its shipping update. Shopify has no request that sends the shipping
 * confirmation again.
 */
export const trackingQuery = {
  text: `mutation NotifyAgain($id: ID!, $tracking: FulfillmentTrackingInput!) {
    fulfillmentTrackingInfoUpdate(fulfillmentId: $id, trackingInfoInput: $tracking, notifyCustomer: true) {
      fulfillment { updatedAt } userErrors { field message }
    }
  }`,
  answer: z.object({
    fulfillmentTrackingInfoUpdate: z.object({
      fulfillment: z.object({ updatedAt: z.string() }).nullish(),
      userErrors: z.array(z.object({ message: z.string() })),
    }),
  }),
};

/** Two mails would be worse than to ask a person: Shopify tells nowhere whether the first one left. */
async function look(): Promise<Done> {
  return { end: "unknown", answer: "Shopify's answer was lost, and it does not tell whether the mail left" };
}

async function send({ request, store, claim }: Sending<Request>): Promise<Done> {
  const { fulfillmentId: id, tracking } = request;
  await claim();
  const { fulfillmentTrackingInfoUpdate: answer } = await sendOnce(store, trackingQuery, { id, tracking });
  if (!answer.fulfillment) return { end: "refused", answer: errorWords(answer.userErrors) };
  const result = { ...noResult, at: answer.fulfillment.updatedAt };
  return { end: "done", answer: "Shopify mails the customer the parcel's number again", result };
}

const isTracked = ({ status, trackingInfo }: LiveOrder["fulfillments"][number]) =>
  status !== "CANCELLED" && trackingInfo.some(({ number }) => number !== null);

function refusal(order: LiveOrder): string | null {
  if (!order.email) return "The order has no e-mail address";
  return order.fulfillments.some(isTracked) ? null : "No parcel of it has a tracking number";
}

async function prepare(_context: Preparing, order: LiveOrder, plan: PlanOf<"shipping_notice">) {
  const shipment = order.fulfillments.find(({ id }) => id === plan.shipmentId);
  if (!shipment || !isTracked(shipment))
    throw fail("input_invalid", {
      fields: { "plan.shipmentId": ["This shipment has no parcel with a tracking number"] },
    });
  const parcels = shipment.trackingInfo.filter(({ number }) => number !== null);
  const urls = parcels.flatMap(({ url }) => (url ? [url] : []));
  const tracking: Record<string, unknown> = {
    company: parcels[0]?.company ?? null,
    numbers: parcels.map(({ number }) => number),
  };
  // A list of links has one for each number; a carrier's own are made by Shopify.
  if (urls.length === parcels.length) tracking.urls = urls;
  return {
    money: null,
    words: `Send the shipping notice of ${order.name} again`,
    request: { fulfillmentId: `gid://shopify/Fulfillment/${shipment.id}`, tracking },
    outcome: {
      kind: "shipping_notice" as const,
      to: order.email ?? null,
      parcels: parcels.map(({ number, company }) => ({ number, company })),
    },
  };
}

export const noticeAction: ActionKind<"shipping_notice", Request> = {
  kind: "shipping_notice",
  refusal,
  prepare,
  send,
  look,
};
