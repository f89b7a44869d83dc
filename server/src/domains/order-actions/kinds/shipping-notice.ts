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

type Shipment = LiveOrder["fulfillments"][number];

const isTracked = ({ status, trackingInfo }: Shipment) =>
  status !== "CANCELLED" && trackingInfo.some(({ number }) => number !== null);

/**
 * The tracking of a shipment as Shopify takes it, which replaces all that there is; null if something would be lost: a parcel without a number,
 * one of another carrier, or links of only some. Shopify takes one carrier for all, and a link for each number or none.
 */
function trackingOf({ trackingInfo }: Shipment): Record<string, unknown> | null {
  const numbers = trackingInfo.flatMap(({ number }) => number ?? []);
  const urls = trackingInfo.flatMap(({ url }) => url || []);
  const companies = new Set(trackingInfo.map(({ company }) => company));
  const isWhole = numbers.length === trackingInfo.length && (urls.length === 0 || urls.length === numbers.length);
  if (!isWhole || companies.size !== 1) return null;
  const tracking: Record<string, unknown> = { company: trackingInfo[0]?.company ?? null, numbers };
  if (urls.length > 0) tracking.urls = urls;
  return tracking;
}

const wouldLose =
  "Its parcels have several carriers, or some have no number or link, which sending the notice again would delete. Send it in Shopify";

function refusal(order: LiveOrder): string | null {
  if (!order.email) return "The order has no e-mail address";
  const tracked = order.fulfillments.filter(isTracked);
  if (tracked.length === 0) return "No parcel of it has a tracking number";
  return tracked.some((shipment) => trackingOf(shipment) !== null) ? null : wouldLose;
}

async function prepare(_context: Preparing, order: LiveOrder, plan: PlanOf<"shipping_notice">) {
  const shipment = order.fulfillments.find(({ id }) => id === plan.shipmentId);
  if (!shipment || !isTracked(shipment))
    throw fail("input_invalid", {
      fields: { "plan.shipmentId": ["This shipment has no parcel with a tracking number"] },
    });
  const tracking = trackingOf(shipment);
  if (!tracking) throw fail("order_action_impossible", { because: wouldLose });
  return {
    money: null,
    words: `Send the shipping notice of ${order.name} again`,
    request: { fulfillmentId: `gid://shopify/Fulfillment/${shipment.id}`, tracking },
    outcome: {
      kind: "shipping_notice" as const,
      to: order.email ?? null,
      parcels: shipment.trackingInfo.map(({ number, company }) => ({ number, company })),
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
