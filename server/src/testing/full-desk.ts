import { randomUUID } from "node:crypto";
import { logoUploadUrl } from "@deskhand/contract/pages";
import { notificationTypes } from "@deskhand/contract/vocabulary";
import { passkeyDevice } from "../../../stand-ins/passkey-device.ts";
import { record } from "../domains/audit/index.ts";
import { findOrCreateCustomer } from "../domains/customers/index.ts";
import { type ImportedOrder, importOrders } from "../domains/orders/index.ts";
import { claimAcknowledgement } from "../domains/outgoing/acknowledgements.queries.ts";
import { newId } from "../platform/db/ids.ts";
import { fromNow } from "./from-now.ts";
import { fillStore } from "./full-store.ts";
import { addInvited, addWithTwoFactors } from "./isolation/add-invited.ts";
import { type Articles, fillArticles } from "./isolation/fill-articles.ts";
import { fillExport, type KeptExport } from "./isolation/fill-export.ts";
import { fillKept } from "./isolation/fill-kept.ts";
import { addOutgoing, fillHeld, logMail } from "./isolation/fill-mail-log.ts";
import { fillMoving } from "./isolation/fill-moving.ts";
import { fillRules } from "./isolation/fill-rules.ts";
import { type OpenCheck, openCheck } from "./isolation/open-check.ts";
import { onePixelPng } from "./one-pixel-png.ts";
import type { Desk } from "./open-desk.ts";
import { attachFile, failDelivery, makeTicket, reply, upload } from "./test-desk.ts";
import { addColleague, type Person, signIn, signUp } from "./test-people.ts";

/** A word in every text of a store, which no other store may ever see. */
type Secret = string;

/** A store with one of everything that has an id. */
export type FullDesk = {
  secret: Secret;
  /** An admin. */
  owner: Person;
  agent: Person;
  ticketId: string;
  archivedTicketId: string;
  /** A ticket that nothing else needs. */
  deletableTicketId: string;
  /** The other ticket was merged into this one; one message was moved out of it with the key, and another can be. */
  aroundTicketId: string;
  mergedTicketId: string;
  moveKey: string;
  movableMessageId: string;
  /** A ticket with kept replies, one for each thing that can be done with them. */
  keptTicketId: string;
  kept: Record<"toMove" | "toSend" | "toUndo" | "toCancel" | "returned", string>;
  customerId: string;
  /** A customer without tickets. */
  deletableCustomerId: string;
  orderId: string;
  /** An order without line items. */
  bareOrderId: string;
  openingKey: string;
  messageId: string;
  /** A reply that could not be delivered. */
  failedMessageId: string;
  replyKey: string;
  noteKey: string;
  noteId: string;
  notificationId: string;
  attachmentId: string;
  imageId: string;
  previewId: string;
  /** Waits to go with the owner's reply. */
  uploadId: string;
  quarantinedMailId: string;
  failedMailId: string;
  stoppedMailId: string;
  blockedSenderId: string;
  sharedSenderId: string;
  /** A mail of ours that failed and has no ticket. */
  unsentMailId: string;
  cannedResponse: { id: string; updatedAt: string };
  cannedResponseKey: string;
  /** The owner's saved view. */
  view: { id: string; updatedAt: string };
  /** A rule that ran on a ticket. */
  rule: { id: string; version: number };
  ruledTicketId: string;
  /** An uploaded logo that is not saved. */
  logo: { name: string; fileId: string };
  /** A colleague that nothing else needs. */
  colleagueId: string;
  /** A person invited a while ago who has not joined. */
  invitedId: string;
  /** Another session of the owner. */
  sessionId: string;
  /** The key of the authenticator app that the owner is setting up. */
  appKey: string;
  /** What a device made for a passkey that the owner is adding, and the id of one they have. */
  newPasskey: Record<string, unknown>;
  passkeyId: string;
} & KeptExport &
  Articles &
  OpenCheck;

/** Signs up a store and fills it with one of everything. */
export async function fillDesk(app: Desk): Promise<FullDesk> {
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
  const preview = await attachFile(app, owner, ticket, { filename: "b.pdf", bytes: Buffer.from(`%PDF-1.4 ${secret}`) });
  const [replyKey, noteKey] = [randomUUID(), randomUUID()];
  const paperclip = { filename: `${secret}.txt`, bytes: Buffer.from(secret), key: replyKey };
  const waiting = await upload(owner, ticket.id, paperclip);
  const [orderId, bareOrderId] = [newId(), newId()];
  const note = await agent.api.messages.addNote({
    ticketId: ticket.id,
    content: `Note ${secret}`,
    idempotencyKey: noteKey,
  });
  const answer = await reply(agent, ticket.id, { content: `Reply ${secret}`, idempotencyKey: replyKey });
  await failDelivery(app, owner, answer.id, `Refused ${secret}`);
  await owner.api.tickets.markRead({ id: ticket.id });
  await app.asOwner("update support_tickets set labels = array[$2] where id = $1", [ticket.id, secret], owner.tenantId);
  const deletable = await makeTicket(app, owner, about);
  const moving = await fillMoving(app, owner, about);
  const { customerId } = await owner.api.tickets.get({ id: ticket.id });
  await app.services.db.withTenant(owner.tenantId, async (tx) => {
    await tx
      .insertInto("email_settings")
      .values({ id: newId(), sender_name: `Store ${secret}` })
      .execute();
    await claimAcknowledgement(tx, { email: about.from, isProven: true, organisation: "people.example" });
    await record(tx, owner.userId, "mail.released", secret);
    const customer = await findOrCreateCustomer(tx, { email: about.from, name: null });
    const order = { ...orderOf(customer.id, secret), id: orderId };
    await importOrders(tx, [
      order,
      { ...order, id: bareOrderId, shopify_order_id: newId(), lineItems: [], fulfillments: [] },
    ]);
    const [parcel] = order.fulfillments;
    const store = { orderId, fulfillmentId: parcel?.id ?? "", ticketId: ticket.id };
    await fillStore(tx, { ...store, secret, sealSecret: app.services.settings.secret, userId: owner.userId });
  });
  await owner.api.help.countView({ article: "answer-a-ticket" });
  await owner.api.help.vote({ article: "answer-a-ticket", isHelpful: true, rating: 5 });
  const { newPasskey, passkeyId } = await fillPasskeys(owner, secret);
  const { key: appKey } = await owner.api.twoFactor.begin({ password: owner.password });
  const nobody = { name: `Nobody ${secret}`, email: `nobody-${secret}@customer.test`, phone: "+353 1 234 5678" };
  const deletableCustomer = await owner.api.customers.create(nobody);
  const cannedResponse = await owner.api.cannedResponses.create({
    title: `Response ${secret}`,
    content: `Content ${secret}`,
    category: secret,
    tags: [secret],
    idempotencyKey: randomUUID(),
  });
  const view = await owner.api.views.create({
    name: secret.slice(0, 60),
    filter: { search: secret },
    idempotencyKey: randomUUID(),
  });
  // Its first bytes are enough to make it a picture.
  const picture = Buffer.concat([onePixelPng, Buffer.from(secret)]);
  await owner.send("/api/account/avatar", { method: "POST", body: picture });
  await owner.send(logoUploadUrl, { method: "POST", body: picture });
  const logoSql = `select name, file_id as "fileId" from email_logos`;
  const [logo = { name: "", fileId: "" }] = await app.asOwner<FullDesk["logo"]>(logoSql, [], owner.tenantId);
  await agent.api.notifications.setPreferences({
    // A type of the first version is switched off: an earlier one, which is filled with this row, knows no later type.
    wanted: notificationTypes.filter((type) => type !== "ticket_status_change"),
    desktop: false,
    sound: true,
  });
  await agent.api.desk.savePreferences({ undoSeconds: 20, sendStatus: "pending" });
  await owner.api.billing.choose({ plan: "monthly" });
  await owner.api.setup.dismissFirstSteps();
  await agent.api.feedback.submit({ type: "bug", message: `Message ${secret}`, idempotencyKey: replyKey });
  await logMail(app, owner, secret, { state: "reply_added", ticket_id: ticket.id, message_id: ticket.firstMessageId });
  return {
    secret,
    owner,
    agent,
    ticketId: ticket.id,
    archivedTicketId: archived.id,
    deletableTicketId: deletable.id,
    ...moving,
    ...(await fillKept(app, { owner, agent, secret }, about)),
    ...(await fillRules(app, { owner, secret })),
    customerId: customerId ?? "",
    deletableCustomerId: deletableCustomer.id,
    orderId,
    bareOrderId,
    openingKey: randomUUID(),
    messageId: ticket.firstMessageId,
    failedMessageId: answer.id,
    replyKey,
    noteKey,
    noteId: note.id,
    notificationId: `ticket-${ticket.id}`,
    attachmentId: attachment.id,
    imageId: image.id,
    ...(await fillArticles(app, owner, secret)),
    ...(await fillExport(app, owner, secret)),
    appKey,
    newPasskey,
    passkeyId,
    ...(await openCheck(app, owner, `${secret}@shop.test`)),
    previewId: preview.id,
    uploadId: waiting.id,
    quarantinedMailId: await logMail(app, owner, secret, { state: "quarantined" }),
    cannedResponse,
    view,
    cannedResponseKey: randomUUID(),
    failedMailId: await logMail(app, owner, secret, { state: "failed" }),
    stoppedMailId: await logMail(app, owner, secret, { state: "loop_stopped" }),
    ...(await fillHeld(app, owner, secret)),
    blockedSenderId: (await owner.api.blockedSenders.add({ sender: `${secret}.test`, reason: secret })).id,
    unsentMailId: await addOutgoing(app, owner, {
      kind: "data_request",
      to: `x@${secret}.test`,
      error: `Refused ${secret}`,
      details: { url: "http://desk.test", storeName: secret },
    }),
    logo,
    colleagueId: await addWithTwoFactors(app, owner),
    invitedId: await addInvited(app, owner, secret),
    sessionId: await signInElsewhere(app, owner),
  };
}

async function signInElsewhere(app: Desk, owner: Person): Promise<string> {
  await signIn(app, owner);
  const { items } = await owner.api.account.sessions();
  return items.find(({ isCurrent }) => !isCurrent)?.id ?? "";
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
  ticket_queue_deltas: "assigned_to, is_waiting, is_snoozed, is_archived",
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

async function fillPasskeys({ api, password }: Person, secret: Secret) {
  const origin = "http://desk.test";
  const begin = async () => (await api.passkeys.begin({ password })).options;
  const createPasskey = async () => passkeyDevice("desk.test").create(await begin(), { origin });
  const { items } = await api.passkeys.add({ name: secret, response: await createPasskey() });
  return { newPasskey: await createPasskey(), passkeyId: items[0]?.id ?? "" };
}
