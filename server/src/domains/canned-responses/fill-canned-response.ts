import type { BothAmounts } from "@deskhand/contract/actions/action-parts";
import { normalAddress } from "@deskhand/contract/addresses/address";
import type { OrderOwner, WrittenTo } from "@deskhand/contract/canned-responses";
import { addressLine } from "@deskhand/contract/desk/address-line";
import { fulfillmentLabel } from "@deskhand/contract/desk/order-states";
import {
  fillPlaceholders,
  findPlaceholders,
  isOfOrder,
  isPlaceholder,
  type Placeholder,
  placeholderNames,
} from "@deskhand/contract/desk/placeholders";
import { defaultAgentName, limits } from "@deskhand/contract/limits";
import type { Money } from "@deskhand/contract/page";
import type { TrackingInfo } from "@deskhand/contract/tracking";
import { ticketDigits } from "@deskhand/contract/vocabulary";
import type { Writing } from "../../platform/acting.ts";
import type { Read, TenantTx } from "../../platform/db/tenant.ts";
import { fail } from "../../platform/fail.ts";
import type { Actor } from "../../platform/http/context.ts";
import { findAddresses } from "../customers/index.ts";
import { findLastActions, type LastActions } from "../order-actions/index.ts";
import { findOrderByNumber } from "../orders/index.ts";
import { acknowledgementValues } from "../outgoing/index.ts";
import { findFirstParcel, findOrdersOfTicket, parcelWords } from "../tracking/index.ts";
import {
  type OrderFacts,
  selectOrderFacts,
  selectPerson,
  selectResponse,
  selectStoreName,
  selectStoreResponse,
  selectStoreResponses,
  selectTicketFacts,
  type TicketFacts,
} from "./canned-responses.queries.ts";
import { viewerOf } from "./save-canned-response.ts";

interface FillRequest extends WrittenTo {
  ticketId: string;
  /** The order to tell of, instead of the one that was chosen for the ticket. */
  orderNumber?: string | undefined;
}
type Texts = Partial<Record<Placeholder, string>>;

/** Fills in a response for a ticket and its recipients. Placeholders stay if their value is unknown, or not for these recipients. */
export async function fillCannedResponse(
  tx: TenantTx,
  actor: Actor,
  { id, ...request }: FillRequest & { id: string },
): Promise<{ content: string; values: Texts; owner: OrderOwner }> {
  const facts = await findTicketFacts(tx, request.ticketId);
  const response = await selectResponse(tx, viewerOf(actor), id);
  if (!response) throw fail("canned_response_not_found");
  const names = findPlaceholders(response.content).map(({ name }) => name);
  const { values, owner } = await findValues(tx, actor, request, facts, names.some(isOfOrder));
  const filled = Object.entries(values).filter(([name]) => names.includes(name));
  return { content: fillPlaceholders(response.content, values), values: Object.fromEntries(filled), owner };
}

/**
 * Fills in a response that no person sends, or says in words why it cannot be: a placeholder has no value, or the response was deleted.
 * The sender may be forged, so orders are told to proven senders only, and nothing in a name or subject that could be a link. Whoever is
 * answered may be another person than the ticket's customer: then they are told neither that one's name nor orders.
 */
export async function fillAutomaticResponse(
  tx: TenantTx,
  { id, ticketId, to }: { id: string; ticketId: string; to: { email: string; isProven: boolean } },
): Promise<{ content: string } | { refused: string }> {
  const response = await selectStoreResponse(tx, id);
  if (!response) return { refused: "This canned response was deleted" };
  if (response.content === "") return { refused: "This canned response has no text" };
  const facts = await findTicketFacts(tx, ticketId);
  const customer = await findCustomer(tx, facts);
  const isToCustomer = customer?.addresses.includes(storedAddress(to.email)) ?? false;
  const plain = acknowledgementValues({
    customerName: isToCustomer ? facts.customer_name : null,
    ticketNumber: facts.ticket_number,
    subject: facts.subject,
    storeName: facts.store_name,
  });
  const names = findPlaceholders(response.content).map(({ name }) => name);
  const isTold = isToCustomer && to.isProven && names.some(isOfOrder);
  const order = isTold ? await findOrderValues(tx, ticketId, facts) : {};
  const values: Texts = { ...withoutEmpty(order), ...plain };
  const unfilled = names.find((name) => !isPlaceholder(name) || !values[name]);
  if (unfilled !== undefined) return { refused: unfilledWords(unfilled) };
  return { content: fillPlaceholders(response.content, values) };
}

/** A text with its placeholders filled in; `unfilled` says in words which is still open, null if none is. */
type Filled = { content: string; unfilled: string | null };

/** Fills in a colleague's text for a ticket and its recipients, as a canned response is. */
export async function fillForTicket(
  tx: TenantTx,
  actor: Pick<Actor, "name">,
  { content, ...request }: FillRequest & { content: string },
): Promise<Filled> {
  const facts = await findTicketFacts(tx, request.ticketId);
  const isOrderAsked = findPlaceholders(content).some(({ name }) => isOfOrder(name));
  const { values } = await findValues(tx, actor, request, facts, isOrderAsked);
  return fillAll(content, values);
}

/** Fills in a colleague's text for whoever placed an order, before there is a ticket. */
export async function fillForOrder(
  tx: TenantTx,
  actor: Pick<Actor, "name">,
  { orderId, content, to }: { orderId: string; content: string; to: { email: string; name: string | null } },
): Promise<Filled> {
  const order = await selectOrderFacts(tx, orderId);
  const parcel = await findFirstParcel(tx, orderId);
  const { store_name } = await selectStoreName(tx);
  const values = {
    ...personValues(to),
    ...writerValues(actor.name, store_name),
    ...(order && orderValues(order)),
    ...(parcel && parcelValues(parcel)),
  };
  return fillAll(content, withoutEmpty(values));
}

function fillAll(content: string, values: Texts): Filled {
  const open = findPlaceholders(content).find(({ name }) => !isPlaceholder(name) || !values[name]);
  return { content: fillPlaceholders(content, values), unfilled: open ? unfilledWords(open.name) : null };
}

/**
 * Fills in a note that a rule or a macro writes. Colleagues alone read it, so it may tell of any order of the ticket; what has no value stays.
 * A stranger's words in it mention nobody.
 */
export async function fillNote(tx: TenantTx, by: Writing, ticketId: string, text: string): Promise<string> {
  const names = findPlaceholders(text).map(({ name }) => name);
  if (!names.some(isPlaceholder)) return text;
  const facts = await findTicketFacts(tx, ticketId);
  const { customer_email: email, customer_name: toName } = facts;
  const { "customer.email": address, ...plain }: Values = {
    ...ticketValues(facts, by.kind === "person" ? by.name : null),
    ...(await recipientValues(tx, { to: email === null ? [] : [email], toName: toName ?? undefined })),
    ...(names.some(isOfOrder) ? await findOrderValues(tx, ticketId, facts) : {}),
  };
  const silent = Object.entries(plain).map(([name, value]) => [name, value?.replaceAll("@", "(at)")]);
  const filled = fillPlaceholders(text, {
    ...Object.fromEntries(silent),
    ...(address ? { "customer.email": address } : {}),
  });
  return filled.slice(0, limits.noteLength).toWellFormed();
}

/** The first placeholder of a text that nothing but a person's reply can fill: of whoever writes, or one that there is not. */
function neverFilled(content: string): string | null {
  const names = findPlaceholders(content).map(({ name }) => name);
  return names.find((name) => !isPlaceholder(name) || name.startsWith("agent.")) ?? null;
}

/** Why rules cannot send these responses, in words by their ids, whatever the ticket. */
export async function selectUnsendable(tx: TenantTx, ids: readonly string[]): Promise<Map<string, string>> {
  const found = await selectStoreResponses(tx, ids);
  const faults = found.flatMap(({ id, content }): [string, string][] => {
    const name = neverFilled(content);
    return name === null ? [] : [[id, unfilledWords(name)]];
  });
  return new Map(faults);
}

const unfilledWords = (name: string) => `Nothing is known for the placeholder {{${name}}}`;

/** Returns the value of each placeholder for a ticket and its recipients, and the placeholders withheld from them. */
export async function readPlaceholderValues(
  tx: TenantTx,
  actor: Actor,
  request: FillRequest,
): Promise<{ values: Texts; withheld: Placeholder[]; owner: OrderOwner }> {
  return findValues(tx, actor, request, await findTicketFacts(tx, request.ticketId), true);
}

/**
 * Names are those of the first recipient in To. Order values are included only while the ticket's customer is in To, with any of their
 * addresses.
 */
async function findValues(
  tx: TenantTx,
  actor: Pick<Actor, "name">,
  { ticketId, orderNumber, ...to }: FillRequest,
  ticket: TicketFacts,
  withOrder: boolean,
) {
  const facts = orderNumber === undefined ? ticket : { ...ticket, chosen_number: orderNumber };
  const customer = await findCustomer(tx, facts);
  const plainValues = { ...ticketValues(facts, actor.name), ...(await recipientValues(tx, to)) };
  const order = withoutEmpty(withOrder ? await findOrderValues(tx, ticketId, facts) : {});
  const isToCustomer = to.to.some((email) => customer?.addresses.includes(storedAddress(email)));
  return {
    values: { ...withoutEmpty(plainValues), ...(isToCustomer ? order : {}) },
    withheld: isToCustomer ? [] : placeholderNames.filter((name) => order[name] !== undefined),
    owner: customer,
  };
}

async function findCustomer(tx: TenantTx, facts: TicketFacts): Promise<OrderOwner> {
  if (facts.customer_id === null) return null;
  const addresses = await findAddresses(tx, facts.customer_id);
  return { name: facts.customer_name, addresses: [...new Set([facts.customer_email ?? [], addresses].flat())] };
}

async function recipientValues(tx: TenantTx, { to: [first], toName }: WrittenTo): Promise<Values> {
  if (first === undefined) return {};
  const known = (await selectPerson(tx, storedAddress(first)))?.name?.trim();
  return personValues({ email: first, name: known || (toName ?? null) });
}

function personValues({ email, name: given }: { email: string; name: string | null }): Values {
  const name = given?.trim() ?? "";
  // Many mails have an address in place of a name.
  const isName = name !== "" && !name.includes("@");
  const names = isName ? { "customer.first_name": name.split(/\s+/)[0], "customer.name": name } : {};
  return { ...names, "customer.email": email };
}

/** Returns an address in the form in which customers' addresses are stored. */
const storedAddress = (email: string): string => normalAddress(email) ?? email;

const withoutEmpty = (values: Values): Texts =>
  Object.fromEntries(Object.entries(values).flatMap(([name, value]) => (value?.trim() ? [[name, value.trim()]] : [])));

async function findTicketFacts(tx: TenantTx, ticketId: string): Promise<TicketFacts> {
  const facts = await selectTicketFacts(tx, ticketId);
  if (!facts) throw fail("ticket_not_found");
  return facts;
}

async function findOrderValues(tx: TenantTx, ticketId: string, facts: TicketFacts): Promise<Values> {
  const orderId = await findOrder(tx, ticketId, facts);
  const order = orderId === null ? undefined : await selectOrderFacts(tx, orderId);
  const parcel = orderId === null ? undefined : await findFirstParcel(tx, orderId);
  const last = orderId === null ? null : await findLastActions(tx, orderId);
  return { ...(order && orderValues(order)), ...(parcel && parcelValues(parcel)), ...(last && actionValues(last)) };
}

/**
 * Finds the order that an agent chose (docs/product.md#the-order-that-an-agent-names), else the one that is certain. An order that a mail
 * merely names may be another person's, so nothing of it is filled in.
 */
async function findOrder(tx: TenantTx, ticketId: string, facts: TicketFacts): Promise<string | null> {
  if (facts.chosen_number !== null) {
    const sender = { customerId: facts.customer_id, email: facts.customer_email };
    const chosen = await findOrderByNumber(tx, facts.chosen_number, sender);
    return chosen?.isTellable ? chosen.orderId : null;
  }
  const read: Read = async (query) => (await tx.executeQuery(query)).rows;
  const { orders } = await findOrdersOfTicket(read, ticketId);
  const [only, another] = orders.filter(({ certainty }) => certainty === "certain");
  return only && !another ? only.orderId : null;
}

type Values = Partial<Record<Placeholder, string | null | undefined>>;

function ticketValues(facts: TicketFacts, agentName: string | null): Values {
  return {
    "ticket.number": ticketDigits(facts.ticket_number),
    "ticket.subject": facts.subject,
    ...writerValues(agentName, facts.store_name),
  };
}

function writerValues(agentName: string | null, storeName: string): Values {
  // Customers never see a colleague's address.
  return { "agent.name": agentName?.includes("@") ? defaultAgentName : agentName, "store.name": storeName };
}

function orderValues(order: OrderFacts): Values {
  return {
    "order.name": order.order_name,
    "order.total": order.total_price === null ? null : money(order.total_price, order.currency),
    "order.status": fulfillmentLabel(order.fulfillment_status),
    "order.date": date.format(new Date(order.ordered_at)),
  };
}

/** What was done last to an order from here, in the customer's currency. */
function actionValues({ refund, cancellation, address, draft }: LastActions): Values {
  return {
    "refund.amount": refund && moneyOf(refund.money),
    "refund.date": refund && date.format(new Date(refund.at)),
    "cancellation.amount": cancellation?.money && moneyOf(cancellation.money),
    "cancellation.date": cancellation && date.format(new Date(cancellation.at)),
    "address.new": address && addressLine(address),
    "invoice.link": draft?.invoiceUrl ?? null,
    "invoice.amount": draft && moneyOf(draft.total),
  };
}

const moneyOf = ({ amount, currency, shown }: BothAmounts) =>
  money(shown?.amount ?? amount, shown?.currency ?? currency);

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
