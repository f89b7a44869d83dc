import { randomUUID } from "node:crypto";
import { findOrCreateCustomer } from "../domains/customers/index.ts";
import { type ImportedOrder, importOrders } from "../domains/orders/index.ts";
import { newId } from "../platform/db/ids.ts";
import { fromNow } from "./from-now.ts";
import { fillStore } from "./full-store.ts";
import { type Asked, readIsolations } from "./isolation/isolation.ts";
import type { Desk } from "./open-desk.ts";
import { attachFile, failDelivery, makeTicket, reply } from "./test-desk.ts";
import { addColleague, type Person, signUp } from "./test-people.ts";

/** A word in every text of a store, which no other store may ever see. */
type Secret = string;

/** The part of a store that every domain may use: people, a ticket with its thread, its customer and their order. */
export type CommonDesk = {
  secret: Secret;
  /** An admin. */
  owner: Person;
  agent: Person;
  ticketId: string;
  archivedTicketId: string;
  customerId: string;
  orderId: string;
  messageId: string;
  /** A reply that could not be delivered. */
  failedMessageId: string;
  attachmentId: string;
  imageId: string;
  notificationId: string;
  replyKey: string;
  noteKey: string;
  /** Used by nothing yet. */
  openingKey: string;
};

/** A store with one of everything that has an id, and the requests to each endpoint. */
export type FullDesk = CommonDesk & Required<Asked>;

/** Signs up a store and fills it with one of everything. */
export async function fillDesk(app: Desk): Promise<FullDesk> {
  const desk = await fillCommon(app);
  const { inputs, paths }: Required<Asked> = { inputs: {}, paths: {} };
  for (const isolation of await readIsolations()) {
    const asked = await isolation(app, desk);
    Object.assign(inputs, asked.inputs);
    Object.assign(paths, asked.paths);
  }
  return { ...desk, inputs, paths };
}

async function fillCommon(app: Desk): Promise<CommonDesk> {
  const secret = `secret-${randomUUID()}`;
  const owner = await signUp(app);
  const agent = await addColleague(app, owner, "agent");
  const about = { subject: `Subject ${secret}`, description: `Text ${secret}`, from: `${secret}@customer.test` };
  const ticket = await makeTicket(app, owner, about);
  const archived = await makeTicket(app, owner, { ...about, status: "closed" });
  const html = `<p>${secret}</p><img data-src="http://pictures.example/${secret}.png" />`;
  await app.services.db.withTenant(owner.tenantId, (tx) =>
    tx
      .updateTable("ticket_messages")
      .set({ html, safe_html: html, full_content: `Text ${secret}\n> ${secret}` })
      .where("id", "=", ticket.firstMessageId)
      .execute(),
  );
  const bytes = Buffer.from(`Bytes ${secret}`);
  const attachment = await attachFile(app, owner, ticket, { filename: `${secret}.pdf`, bytes });
  const image = await attachFile(app, owner, ticket, {
    filename: "a.png",
    contentType: "image/png",
    contentId: "a@b",
    bytes,
  });
  const [replyKey, noteKey] = [randomUUID(), randomUUID()];
  await agent.api.messages.addNote({ ticketId: ticket.id, content: `Note ${secret}`, idempotencyKey: noteKey });
  const answer = await reply(agent, ticket.id, { content: `Reply ${secret}`, idempotencyKey: replyKey });
  await failDelivery(app, owner, answer.id, `Refused ${secret}`);
  await owner.api.tickets.markRead({ id: ticket.id });
  await app.asOwner("update support_tickets set labels = array[$2] where id = $1", [ticket.id, secret], owner.tenantId);
  const orderId = newId();
  const { customerId } = await owner.api.tickets.get({ id: ticket.id });
  await app.services.db.withTenant(owner.tenantId, async (tx) => {
    const customer = await findOrCreateCustomer(tx, { email: about.from, name: null });
    const order = { ...orderOf(customer.id, secret), id: orderId };
    await importOrders(tx, [
      order,
      { ...order, id: newId(), shopify_order_id: newId(), lineItems: [], fulfillments: [] },
    ]);
    const [parcel] = order.fulfillments;
    const store = { orderId, fulfillmentId: parcel?.id ?? "", ticketId: ticket.id };
    await fillStore(tx, { ...store, secret, sealSecret: app.services.settings.secret, userId: owner.userId });
  });
  return {
    secret,
    owner,
    agent,
    ticketId: ticket.id,
    archivedTicketId: archived.id,
    customerId: customerId ?? "",
    orderId,
    messageId: ticket.firstMessageId,
    failedMessageId: answer.id,
    attachmentId: attachment.id,
    imageId: image.id,
    notificationId: `ticket-${ticket.id}`,
    replyKey,
    noteKey,
    openingKey: randomUUID(),
  };
}

/** Makes a paid and shipped order of a customer, with the secret in its texts. */
export function orderOf(customerId: string, secret: Secret): ImportedOrder {
  const createdAt = fromNow({});
  const product = { variant_title: null, sku: null, product_image_url: null, shopify_product_id: null };
  const price = { price: "5.00" as const, ...product };
  const tracking = { tracking_number: secret, tracking_company: secret, tracking_url: null };
  return {
    id: newId(),
    shopify_order_id: secret,
    order_number: "1001",
    name: "#1001",
    customer_id: customerId,
    email: null,
    total_price: "10.00",
    currency: "USD",
    financial_status: "paid",
    fulfillment_status: "fulfilled",
    shipping_address: null,
    billing_address: null,
    shopify_created_at: createdAt,
    lineItems: [{ id: newId(), title: `Item ${secret}`, quantity: 2, ...price }],
    fulfillments: [{ id: newId(), status: "success", ...tracking, shopify_created_at: createdAt }],
  };
}

/** Lists the tables that have a tenant. */
export async function tenantTables(app: Pick<Desk, "asOwner">): Promise<string[]> {
  const rows = await app.asOwner<{ name: string }>(
    `select c.relname as name from pg_class c join pg_attribute a on a.attrelid = c.oid and a.attname = 'client_id'
     where c.relnamespace = 'public'::regnamespace and c.relkind in ('r', 'p') order by 1`,
  );
  return rows.map(({ name }) => name);
}

// A job folds these rows, so only their sums can be compared.
const folded: Record<string, string> = {
  ticket_count_deltas: "status, priority, category, is_snoozed",
  ticket_queue_deltas: "assigned_to, team_id, is_waiting, is_snoozed, is_archived",
  ticket_tag_deltas: "tag, is_snoozed, is_archived",
};

/** Returns a hash of each of a tenant's tables, without refusals and what a worker makes: equal while nothing changed. */
export async function snapshotOf(app: Desk, tenantId: string): Promise<Record<string, string>> {
  const tables = (await tenantTables(app)).filter((name) => !/^(ticket_words|search_.*)$/.test(name));
  const parts = tables.map((name) => {
    const kind = folded[name];
    const rows = kind
      ? `select ${kind}, sum(delta) from ${name} where client_id = $1 group by ${kind} having sum(delta) <> 0`
      : `select * from ${name} r where client_id = $1 and to_jsonb(r) ->> 'action' is distinct from 'account.refused'`;
    return `select '${name}' as name, coalesce(md5(string_agg(t::text, '|' order by t::text)), '') as hash from (${rows}) t`;
  });
  const rows = await app.asOwner<{ name: string; hash: string }>(parts.join(" union all "), [tenantId], tenantId);
  return Object.fromEntries(rows.map(({ name, hash }) => [name, hash]));
}
