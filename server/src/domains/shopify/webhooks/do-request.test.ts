import { createHash, randomUUID } from "node:crypto";
import { afterAll, beforeAll, beforeEach, expect, test } from "vitest";
import type { PrivacyTopic, StoreControls } from "../../../../../stand-ins/shopify/store-controls.ts";
import { asTenantId } from "../../../platform/db/tenant.ts";
import { fromNow } from "../../../testing/from-now.ts";
import { tablesWith } from "../../../testing/store/find-word.ts";
import { fillCustomer } from "../../../testing/store/full-customer.ts";
import { connectByOAuth } from "../../../testing/store/open-shopify.ts";
import { signatureOf } from "../../../testing/store/send-webhook.ts";
import { inTenant, openToldDesk, type ToldDesk } from "../../../testing/store/told-desk.ts";
import { mailsTo, until } from "../../../testing/take-mail.ts";
import { customerWrites, makeTicket } from "../../../testing/test-desk.ts";
import { addColleague, type Person } from "../../../testing/test-people.ts";
import { doRequestJob } from "../job-kinds.ts";
import { doRequest } from "./do-request.ts";

let app: ToldDesk;
let owner: Person;
let store: StoreControls;
let domain: string;
beforeAll(async () => {
  app = await openToldDesk();
});
afterAll(() => app.stop());
beforeEach(async () => {
  ({ owner, store, domain } = await app.connectStore());
});

const rows = <Row extends object>(sql: string, values: unknown[] = []) =>
  inTenant<Row & Record<string, unknown>>(app, owner, sql, values);
type Request = { topic: string; outcome: string; details: object; times: number };
const requests = () => rows<Request>("select * from shopify_requests order by received_at");
const done = (count: number) =>
  until(async () => {
    const all = await requests();
    return all.length === count && all.every(({ outcome }) => outcome !== null) && all;
  });

/** Waits until all requests are done. */
const idle = () =>
  until(async () => {
    const waiting = "select from pgboss.job where name = any ($1) and state < 'completed'";
    return (await app.asOwner(waiting, [[doRequestJob.name, "mail.deliver"]])).length === 0;
  });

/** Sends a topic's last webhook again under another id and with another time, as somebody who intercepted it could. */
async function sendAgain(topic: string, changes: Record<string, string> = {}) {
  const sent = app.shopify.courier.deliveries.findLast(
    (delivery) => delivery.topic === topic && delivery.shop === domain,
  );
  if (!sent) throw new Error(`No ${topic} was sent`);
  const fresh = {
    "X-Shopify-Webhook-Id": randomUUID(),
    "X-Shopify-Triggered-At": fromNow({}),
    ...changes,
  };
  const response = await fetch(sent.uri, { method: "POST", headers: { ...sent.headers, ...fresh }, body: sent.body });
  return response.status;
}

/** Sends a payload signed by the platform, whoever it is about. */
async function sendSigned(topic: string, payload: object, shop = domain) {
  const body = JSON.stringify(payload);
  const response = await fetch(`${app.url}/api/shopify/webhooks`, {
    method: "POST",
    body,
    headers: {
      "x-shopify-topic": topic,
      "x-shopify-shop-domain": shop,
      "x-shopify-webhook-id": randomUUID(),
      "x-shopify-hmac-sha256": signatureOf(body, app.shopify.app.apiSecret),
    },
  });
  return response.status;
}

/** A customer of the store with an order, stored here. */
async function buyer(email: string) {
  const customer = store.createCustomer({ email, firstName: "Ines", phone: "+351912345678" });
  const order = store.createOrder({ customerId: customer.id, lineItems: [{ title: "Cup", price: "12.50" }] });
  await until(async () => (await rows("select from shopify_orders where customer_id is not null")).length > 0);
  return { customer, order };
}

test("deletes the tokens at once when the app is removed, keeps the data, and can be connected again", async () => {
  await buyer("ines@customer.test");
  store.uninstall();
  await done(1);
  expect(await owner.api.shopify.status()).toMatchObject({ state: "reconnect" });
  const [kept] = await rows<{ access_token: Buffer }>("select * from shopify_stores");
  expect(kept).toMatchObject({ access_token: Buffer.alloc(0), refresh_token: null, webhooks_since: null });
  expect(await rows("select from shopify_orders")).toHaveLength(1);
});

test.each([
  ["app/uninstalled", () => ({ id: 1, myshopify_domain: domain })],
  ["shop/redact", () => ({ shop_id: 1, shop_domain: domain })],
] as const)(
  "does not believe %s of a store that accepts our token, not even the first time",
  async (topic, payloadOf) => {
    await buyer("ines@customer.test");
    expect(await sendSigned(topic, payloadOf())).toBe(200);
    const [request] = await done(1);
    expect(request?.outcome).toContain("nothing was done");
    expect(await owner.api.shopify.status()).toMatchObject({ state: "connected" });
    expect(await rows("select from shopify_orders")).toHaveLength(1);
  },
);

test("erases a store that asked for erasure and could not be reached for a day", async () => {
  await buyer("ines@customer.test");
  const requestId = randomUUID();
  await rows(
    "insert into shopify_requests (client_id, id, topic, shop_domain, body_hash) values ($1, $2, 'shop/redact', $3, $4)",
    [owner.tenantId, requestId, domain, Buffer.alloc(32)],
  );
  const { services } = app;
  // Its address answers with 404, like a closed store's.
  const shopify = { ...services.settings.shopify, storeUrl: `${app.shopify.url}/closed/{shop}` };
  const closed = { ...services, settings: { ...services.settings, shopify } };
  const job = { tenantId: asTenantId(owner.tenantId), requestId };
  await expect(doRequest(closed, job)).rejects.toMatchObject({ kind: "refused" });
  expect(await rows("select from shopify_orders")).toHaveLength(1);
  await rows("update shopify_requests set received_at = now() - interval '25 hours'");
  await doRequest(closed, job);
  expect(await rows("select from shopify_orders")).toEqual([]);
  expect(await owner.api.shopify.status()).toMatchObject({ state: "none" });
});

test("does not end a working connection by an old report that the app was removed", async () => {
  store.uninstall();
  await done(1);
  await connectByOAuth(owner, domain);
  await until(async () => (await owner.api.shopify.status()).hasWebhooks);
  expect(await sendAgain("app/uninstalled")).toBe(200);
  const late = { "X-Shopify-Triggered-At": fromNow({ hours: -1 }) };
  expect(await sendAgain("app/uninstalled", late)).toBe(200);
  expect(await sendSigned("app/uninstalled", { id: 1, myshopify_domain: "other.myshopify.com" })).toBe(422);
  await until(
    async () => (await requests())[0]?.times === 3 && (await requests())[0]?.outcome?.includes("still takes"),
  );
  expect(await owner.api.shopify.status()).toMatchObject({ state: "connected" });
});

test("erases a customer everywhere on request, forgets the request, and lets no sync bring them back", async () => {
  const word = `word-${randomUUID()}`;
  const agent = await addColleague(app, owner, "agent");
  const { customer, order } = await buyer(`${word}@customer.test`);
  const updated = { customer_id: null, email: null };
  await fillCustomer(app, owner, agent, word);
  store.sendPrivacy("customers/redact", customer.id);
  const [request] = await done(1);
  expect(request).toMatchObject({ topic: "customers/redact", outcome: "Erased", details: {} });
  expect(await tablesWith(app, word)).toEqual([]);

  // The stand-in's store still has them, and reports them again.
  store.updateCustomer(customer.id, { note: "later" });
  store.updateOrder(order.id, { note: "later" });
  await app.shopify.courier.settled();
  await until(async () => (await rows("select from shopify_pending")).length === 0);
  expect(await tablesWith(app, word)).toEqual([]);
  const [kept] = await rows("select * from shopify_orders where shopify_order_id = $1", [String(order.id)]);
  expect(kept).toMatchObject(updated);
});

test.each([
  ["an order of nobody with their address", { isGuest: true, id: 123 }],
  ["whom only their address was named of", { isGuest: false, id: null }],
])("does not bring %s back with the next sync either", async (_what, { isGuest, id }) => {
  const email = `word-${randomUUID()}@customer.test`;
  const customer = isGuest ? null : store.createCustomer({ email });
  const order = store.createOrder(customer ? { customerId: customer.id, email } : { email });
  await until(async () => (await rows("select from shopify_orders where email = $1", [email])).length > 0);
  const asked = { shop_domain: domain, customer: { id, email, phone: null } };
  expect(await sendSigned("customers/redact", { ...asked, orders_to_redact: [] })).toBe(200);
  await done(1);
  store.updateOrder(order.id, { note: "later" });
  if (customer) store.updateCustomer(customer.id, { note: "later" });
  await owner.api.syncs.start({ kind: "full" });
  await app.shopify.courier.settled();
  await until(async () => (await rows("select from shopify_syncs where state = 'running'")).length === 0);
  await until(async () => (await rows("select from shopify_pending")).length === 0);
  expect(await tablesWith(app, email)).toEqual([]);
});

test("erases nobody who came later when the same request arrives again", async () => {
  const email = "again@customer.test";
  const { customer } = await buyer(email);
  store.sendPrivacy("customers/redact", customer.id);
  await done(1);
  await customerWrites(app, owner, { from: email, text: "It is me again" });
  for (let copy = 0; copy < 3; copy += 1) expect(await sendAgain("customers/redact")).toBe(200);
  await idle();
  expect((await owner.api.customers.list({ search: email })).items).toHaveLength(1);
  expect(await requests()).toMatchObject([{ times: 4, outcome: "Erased" }]);
});

test.each<[string, (id: number) => object]>([
  [
    "another store",
    (id) => ({
      shop_domain: "other.myshopify.com",
      customer: { id, email: "ines@customer.test" },
      orders_to_redact: [],
    }),
  ],
  ["no store", (id) => ({ customer: { id, email: "ines@customer.test" }, orders_to_redact: [] })],
  ["nobody", () => ({ shop_domain: domain, orders_to_redact: [1] })],
])("ignores an erasure request whose body speaks of %s", async (_what, payloadOf) => {
  const { customer } = await buyer("ines@customer.test");
  expect(await sendSigned("customers/redact", payloadOf(customer.id))).toBe(422);
  expect((await owner.api.customers.list({})).items).toHaveLength(1);
  expect(await requests()).toEqual([]);
});

test("erases neither an address that now belongs to another customer nor another customer's order", async () => {
  const { customer, order } = await buyer("ines@customer.test");
  const asked = { shop_domain: domain, customer: { id: customer.id + 777, email: "ines@customer.test" } };
  expect(await sendSigned("customers/redact", { ...asked, orders_to_redact: [order.id] })).toBe(200);
  await done(1);
  expect((await owner.api.customers.list({})).items).toMatchObject([{ email: "ines@customer.test" }]);
  expect(await rows("select from shopify_orders where email is not null and customer_id is not null")).toHaveLength(1);
});

test("erases by address a person who only wrote", async () => {
  const email = "writer@customer.test";
  await customerWrites(app, owner, { from: email, text: "Hello" });
  const asked = { shop_domain: domain.toUpperCase(), customer: { id: 123, email: email.toUpperCase(), phone: null } };
  expect(await sendSigned("customers/redact", { ...asked, orders_to_redact: [] })).toBe(200);
  await done(1);
  expect(await tablesWith(app, email)).toEqual([]);
});

test("tells all admins once of a request for data, with where it is and the deadline", async () => {
  const admin = await addColleague(app, owner, "admin");
  const agent = await addColleague(app, owner, "agent");
  const { customer } = await buyer("asks@customer.test");
  store.sendPrivacy("customers/data_request", customer.id);
  const due = fromNow({ days: 30 }).slice(0, 10);
  const mail = await until(async () =>
    (await mailsTo(app, admin.email)).find(({ subject }) => subject === "A customer asked for their data"),
  );
  for (const word of ["asks@customer.test", due]) expect(mail.text).toContain(word);
  await until(async () =>
    (await mailsTo(app, owner.email)).find(({ subject }) => subject === "A customer asked for their data"),
  );
  expect(await mailsTo(app, agent.email)).toEqual([]);
  const link = /\/api\/customers\/\S+\/export/.exec(mail.text)?.[0] ?? "";
  const file = JSON.parse(await (await owner.send(link)).text());
  expect(file).toMatchObject({ customer: { email: "asks@customer.test" }, orders: [{}] });
  await done(1);
  expect(await sendAgain("customers/data_request")).toBe(200);
  await idle();
  const told = (await mailsTo(app, admin.email)).filter(({ subject }) => subject.startsWith("A customer asked"));
  expect(told).toHaveLength(1);
  const audited = "select details from audit_log where action = 'store.data-requested'";
  expect(JSON.stringify(await rows(audited))).not.toContain("asks@");
});

test("leaves nothing but tickets of an erased store, and ignores the same request for a reconnected one", async () => {
  const { customer } = await buyer("ines@customer.test");
  await makeTicket(app, owner, { from: "ines@customer.test" });
  store.uninstall();
  await done(1);
  store.sendPrivacy("shop/redact");
  await until(async () => (await owner.api.shopify.status()).state === "none");
  for (const table of [
    "shopify_orders",
    "shopify_stores",
    "shopify_shops where client_id = current_client_id()",
    "shopify_pending",
  ])
    expect(await rows(`select from ${table}`), table).toEqual([]);
  expect((await owner.api.customers.list({})).items).toMatchObject([{ shopifyCustomerId: null, totalOrders: 0 }]);
  // No tenant has that store now.
  expect(await sendAgain("shop/redact")).toBe(200);
  expect(await sendAgain("app/uninstalled")).toBe(200);
  for (const topic of ["customers/redact", "customers/data_request"] satisfies PrivacyTopic[])
    store.sendPrivacy(topic, customer.id);
  await app.shopify.courier.settled();

  await connectByOAuth(owner, domain);
  expect(await sendAgain("shop/redact")).toBe(200);
  await until(async () =>
    (await requests()).some(({ topic, outcome }) => topic === "shop/redact" && outcome?.includes("nothing")),
  );
  expect(await owner.api.shopify.status()).toMatchObject({ state: "connected" });
});

test("stores who asked for what until a request is done, and then only a digest of its bytes", async () => {
  const body = JSON.stringify({
    shop_domain: domain,
    customer: { id: 5, email: "x@customer.test" },
    orders_to_redact: [],
  });
  await sendSigned("customers/redact", JSON.parse(body));
  await done(1);
  const [row] = await rows<{ body_hash: Buffer }>("select body_hash, details from shopify_requests");
  expect(row).toEqual({ body_hash: createHash("sha256").update(body).digest(), details: {} });
});
