import { normalAddress } from "@deskhand/contract/addresses/address";
import type { OrderOwner, WrittenTo } from "@deskhand/contract/canned-responses";
import { fulfillmentLabel } from "@deskhand/contract/desk/order-states";
import {
  fillPlaceholders,
  findPlaceholders,
  isOfOrder,
  type Placeholder,
  placeholderNames,
} from "@deskhand/contract/desk/placeholders";
import { defaultAgentName } from "@deskhand/contract/limits";
import type { Money } from "@deskhand/contract/page";
import type { TrackingInfo } from "@deskhand/contract/tracking";
import { ticketDigits } from "@deskhand/contract/vocabulary";
import type { Read, TenantTx } from "../../platform/db/tenant.ts";
import { fail } from "../../platform/fail.ts";
import type { Actor } from "../../platform/http/context.ts";
import { findAddresses } from "../customers/index.ts";
import { findOrderByNumber } from "../orders/index.ts";
import { findFirstParcel, findOrdersOfTicket, parcelWords } from "../tracking/index.ts";
import {
  type AboutOrder,
  type AboutTicket,
  selectAbout,
  selectAboutOrder,
  selectPerson,
  selectResponse,
} from "./canned-responses.queries.ts";

interface Asked extends WrittenTo {
  ticketId: string;
}
type Texts = Partial<Record<Placeholder, string>>;

/** A response's text for a ticket and those it goes to; what is not known, or not for them, stays as a placeholder. */
export async function fillCannedResponse(
  tx: TenantTx,
  actor: Actor,
  { id, ...asked }: Asked & { id: string },
): Promise<{ content: string; values: Texts; owner: OrderOwner }> {
  const about = await findAbout(tx, asked.ticketId);
  const response = await selectResponse(tx, id);
  if (!response) throw fail("canned_response_not_found");
  const open = findPlaceholders(response.content).map(({ name }) => name);
  const { values, owner } = await findValues(tx, actor, asked, about, open.some(isOfOrder));
  const filled = Object.entries(values).filter(([name]) => open.includes(name));
  return { content: fillPlaceholders(response.content, values), values: Object.fromEntries(filled), owner };
}

/** What each placeholder would be filled with for a ticket and those it goes to, and what they are not told. */
export async function readPlaceholderValues(
  tx: TenantTx,
  actor: Actor,
  asked: Asked,
): Promise<{ values: Texts; withheld: Placeholder[]; owner: OrderOwner }> {
  return findValues(tx, actor, asked, await findAbout(tx, asked.ticketId), true);
}

/** Names are those of who is first in To; an order is told while the ticket's customer is in To, by whatever address. */
async function findValues(tx: TenantTx, actor: Actor, { ticketId, ...to }: Asked, about: AboutTicket, tells: boolean) {
  const customer = await findCustomer(tx, about);
  const ofTicket = { ...valuesOf(about, actor), ...(await namesOfFirst(tx, to)) };
  const order = known(tells ? await findOrderValues(tx, ticketId, about) : {});
  const isToCustomer = to.to.some((email) => customer?.addresses.includes(keptAddress(email)));
  return {
    values: { ...known(ofTicket), ...(isToCustomer ? order : {}) },
    withheld: isToCustomer ? [] : placeholderNames.filter((name) => order[name] !== undefined),
    owner: customer,
  };
}

async function findCustomer(tx: TenantTx, about: AboutTicket): Promise<OrderOwner> {
  if (about.customer_id === null) return null;
  const addresses = await findAddresses(tx, about.customer_id);
  return { name: about.customer_name, addresses: [...new Set([about.customer_email ?? [], addresses].flat())] };
}

async function namesOfFirst(tx: TenantTx, { to: [first], toName }: WrittenTo): Promise<Values> {
  if (first === undefined) return {};
  const name = (await selectPerson(tx, keptAddress(first)))?.name?.trim() || toName?.trim() || "";
  // Many a mail names somebody by the address.
  const isName = name !== "" && !name.includes("@");
  const names = isName ? { "customer.first_name": name.split(/\s+/)[0], "customer.name": name } : {};
  return { ...names, "customer.email": first };
}

/** An address as customers' are kept. */
const keptAddress = (email: string): string => normalAddress(email) ?? email;

const known = (values: Values): Texts =>
  Object.fromEntries(Object.entries(values).flatMap(([name, value]) => (value?.trim() ? [[name, value.trim()]] : [])));

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

type Values = Partial<Record<Placeholder, string | null | undefined>>;

function valuesOf(about: AboutTicket, actor: Actor): Values {
  return {
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
    "tracking.url": parcel.trackUrl,
    "tracking.carrier": parcel.carrier,
    "tracking.status": parcelWords(parcel),
    "tracking.expected": isUnderway && estimatedDelivery !== null ? date.format(new Date(estimatedDelivery)) : null,
  };
}

const date = new Intl.DateTimeFormat("en-US", { dateStyle: "medium", timeZone: "UTC" });

function money(amount: Money, currency: string): string {
  return new Intl.NumberFormat("en-US", { style: "currency", currency }).format(amount);
}
