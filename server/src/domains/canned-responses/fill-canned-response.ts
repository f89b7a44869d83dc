import { fulfillmentLabel } from "@deskhand/contract/desk/order-states";
import { fillPlaceholders, findPlaceholders, type Placeholder } from "@deskhand/contract/desk/placeholders";
import { defaultAgentName } from "@deskhand/contract/limits";
import type { Money } from "@deskhand/contract/page";
import type { TrackingInfo } from "@deskhand/contract/tracking";
import { ticketDigits } from "@deskhand/contract/vocabulary";
import type { Read, TenantTx } from "../../platform/db/tenant.ts";
import { fail } from "../../platform/fail.ts";
import type { Actor } from "../../platform/http/context.ts";
import { findOrderByNumber, findOrdersOfTicket } from "../orders/index.ts";
import { findFirstParcel, parcelWords } from "../tracking/index.ts";
import {
  type AboutOrder,
  type AboutTicket,
  selectAbout,
  selectAboutOrder,
  selectResponse,
} from "./canned-responses.queries.ts";

/** A response's text for a ticket; what is not known about it stays as a placeholder. */
export async function fillCannedResponse(
  tx: TenantTx,
  actor: Actor,
  { id, ticketId }: { id: string; ticketId: string },
): Promise<{ content: string }> {
  const about = await findAbout(tx, ticketId);
  const response = await selectResponse(tx, id);
  if (!response) throw fail("canned_response_not_found");
  const isOfOrder = findPlaceholders(response.content).some(({ name }) => /^(?:order|tracking)\./.test(name));
  const order = isOfOrder ? await findOrderValues(tx, ticketId, about) : {};
  return { content: fillPlaceholders(response.content, { ...valuesOf(about, actor), ...order }) };
}

/** What each placeholder would be filled with for a ticket, of those that are known about it. */
export async function readPlaceholderValues(
  tx: TenantTx,
  actor: Actor,
  { ticketId }: { ticketId: string },
): Promise<{ values: Partial<Record<Placeholder, string>> }> {
  const about = await findAbout(tx, ticketId);
  const values = { ...valuesOf(about, actor), ...(await findOrderValues(tx, ticketId, about)) };
  return {
    values: Object.fromEntries(
      Object.entries(values).flatMap(([name, value]) => (value?.trim() ? [[name, value.trim()]] : [])),
    ),
  };
}

async function findAbout(tx: TenantTx, ticketId: string): Promise<AboutTicket> {
  const about = await selectAbout(tx, ticketId);
  if (!about) throw fail("ticket_not_found");
  return about;
}

async function findOrderValues(tx: TenantTx, ticketId: string, about: AboutTicket): Promise<Values> {
  const orderId = await findOrder(tx, ticketId, about);
  const order = orderId === null ? undefined : await selectAboutOrder(tx, orderId);
  const parcel = orderId === null ? undefined : await findFirstParcel(tx, orderId);
  return { ...(order && orderValues(order)), ...(parcel && parcelValues(parcel)) };
}

/**
 * The order that an agent chose (docs/product.md#the-order-that-an-agent-names), else the one that is certain. Whatever a mail
 * names, nothing is filled in of an order that may be another's: the reply goes to whoever wrote.
 */
async function findOrder(tx: TenantTx, ticketId: string, about: AboutTicket): Promise<string | null> {
  if (about.chosen_number !== null) {
    const sender = { customerId: about.customer_id, email: about.customer_email };
    const chosen = await findOrderByNumber(tx, about.chosen_number, sender);
    return chosen?.isTellable ? chosen.orderId : null;
  }
  const read: Read = async (query) => (await tx.executeQuery(query)).rows;
  const { orders } = await findOrdersOfTicket(read, ticketId);
  const [only, another] = orders.filter(({ certainty }) => certainty === "certain");
  return only && !another ? only.orderId : null;
}

type Values = Partial<Record<Placeholder, string | null>>;

function valuesOf(about: AboutTicket, actor: Actor): Values {
  return {
    "customer.first_name": about.customer_name?.trim().split(/\s+/)[0] ?? null,
    "customer.name": about.customer_name,
    "customer.email": about.customer_email,
    "ticket.number": ticketDigits(about.ticket_number),
    "ticket.subject": about.subject,
    // Customers see a name, never a colleague's address.
    "agent.name": actor.name.includes("@") ? defaultAgentName : actor.name,
    "store.name": about.store_name,
  };
}

function orderValues(order: AboutOrder): Values {
  return {
    "order.name": order.order_name,
    "order.total": order.total_price === null ? null : money(order.total_price, order.currency),
    "order.status": fulfillmentLabel(order.fulfillment_status),
    "order.date": date.format(new Date(order.ordered_at)),
  };
}

function parcelValues(parcel: TrackingInfo): Values {
  const { status, estimatedDelivery } = parcel;
  const isUnderway = status !== "delivered" && status !== "cancelled";
  return {
    "tracking.number": parcel.trackingNumber,
    "tracking.url": parcel.websiteUrl,
    "tracking.carrier": parcel.carrier,
    "tracking.status": parcelWords(parcel),
    "tracking.expected": isUnderway && estimatedDelivery !== null ? date.format(new Date(estimatedDelivery)) : null,
  };
}

const date = new Intl.DateTimeFormat("en-US", { dateStyle: "medium", timeZone: "UTC" });

function money(amount: Money, currency: string): string {
  return new Intl.NumberFormat("en-US", { style: "currency", currency }).format(amount);
}
