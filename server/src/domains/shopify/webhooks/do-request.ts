import { customerExportUrl } from "@deskhand/contract/pages";
import { sweepErasedJob } from "../../../platform/db/sweep-erased.ts";
import type { TenantId, TenantTx } from "../../../platform/db/tenant.ts";
import { emit } from "../../../platform/events.ts";
import type { Services } from "../../../platform/services.ts";
import { StoreFault } from "../../../platform/shopify/store-fault.ts";
import { record } from "../../audit/index.ts";
import { findOrCreateCustomer, insertErased, lockStoreData, redactCustomer } from "../../customers/index.ts";
import { eraseOrdersNamed } from "../../orders/index.ts";
import { queueAccountMail, selectMailsToCustomer } from "../../outgoing/index.ts";
import { findTenant } from "../../tenants/index.ts";
import { describeShop } from "../connection/describe-shop.ts";
import { removeStore } from "../connection/disconnect-store.ts";
import { openStore } from "../connection/open-store.ts";
import { type RequestDetails, type RequestTopic, requestDetailsSchema } from "./read-webhook.ts";
import {
  findAsked,
  finishRequest,
  lockRequest,
  selectAdmins,
  selectGrant,
  selectRequest,
  wipeTokens,
} from "./webhooks.queries.ts";

/** A stored request of the platform. */
type StoreRequest = {
  id: string;
  topic: RequestTopic;
  shopDomain: string;
  /** How often it arrived in the same bytes. */
  times: number;
  receivedAt: string;
  details: RequestDetails;
};

type RequestHandler = (services: Services, tenantId: TenantId, request: StoreRequest) => Promise<void>;

/** Carries out each topic. Each marks the request as done in its own transaction; a failed one is tried again. */
const handlers: Record<RequestTopic, RequestHandler> = {
  "app/uninstalled": endIfUninstalled,
  "customers/data_request": answerDataRequest,
  "customers/redact": redactStoreCustomer,
  "shop/redact": redactStore,
};

/** Carries out a request of the platform once (docs/product.md#privacy-requests). */
export async function doRequest(
  services: Services,
  { tenantId, requestId }: { tenantId: TenantId; requestId: string },
): Promise<void> {
  const row = await services.db.withTenant(tenantId, (tx) => selectRequest(tx, requestId));
  if (!row) return;
  await handlers[row.topic](services, tenantId, { ...row, details: requestDetailsSchema.parse(row.details) });
}

/** A customer's request has to be answered within so many days (shopify.dev: privacy law compliance). */
const answeredWithinDays = 30;

/**
 * Mails the store's admins that a customer asked for their data, with the deadline and where to download it
 * (docs/product.md#privacy-requests). It is theirs to pass on; the platform is sent nothing.
 */
async function answerDataRequest(services: Services, tenantId: TenantId, request: StoreRequest): Promise<void> {
  await services.db.withTenant(tenantId, async (tx) => {
    if (!(await lockRequest(tx, request.id))) return;
    const dueOn = dueDate(request.receivedAt);
    const { customer, orderIds, number } = request.details;
    const { ids } = customer ? await findAsked(tx, customer) : { ids: [] };
    await tellAdmins(tx, services, { customerIds: ids, email: customer?.email ?? "", number: number ?? "", dueOn });
    const about = { number, dueOn, customers: ids, orders: orderIds.length };
    await record(tx, null, "store.data-requested", customer?.id ?? null, about);
    await finishRequest(tx, request.id, "The admins were told");
  });
}

type DataRequest = { customerIds: readonly string[]; email: string; number: string; dueOn: string };

async function tellAdmins(
  tx: TenantTx,
  services: Services,
  { customerIds, email, number, dueOn }: DataRequest,
): Promise<void> {
  const { storeName } = await findTenant(tx);
  const { publicUrl } = services.settings;
  const [first] = customerIds;
  const url = first === undefined ? `${publicUrl}/dashboard` : `${publicUrl}/dashboard?customerId=${first}`;
  const request = {
    customerEmail: email,
    number,
    dueOn,
    downloads: customerIds.map((id) => publicUrl + customerExportUrl(id)),
  };
  for (const to of await selectAdmins(tx))
    await queueAccountMail(tx, services, { kind: "data_request", to, url, storeName, request });
}

function dueDate(receivedAt: string): string {
  return new Date(Date.parse(receivedAt) + answeredWithinDays * 24 * 3_600_000).toISOString().slice(0, 10);
}

/**
 * Erases a customer at the platform's request (docs/product.md#erasing-a-customer), and records the named numbers,
 * stored here or not, so that no later sync brings them back.
 */
async function redactStoreCustomer(
  { db, jobs, mailer }: Services,
  tenantId: TenantId,
  { id, details: { customer, orderIds } }: StoreRequest,
): Promise<void> {
  await db.withTenant(tenantId, async (tx) => {
    // Waits for saves of the store's data under way; later ones see who was erased.
    await lockStoreData(tx);
    if (!(await lockRequest(tx, id))) return;
    await insertErased(tx, "customer", customer?.id ? [customer.id] : []);
    await insertErased(tx, "order", orderIds);
    const found = customer ? await findOrMake(tx, customer) : [];
    await eraseOrdersNamed(tx, orderIds, found);
    const sent: string[] = [];
    for (const customerId of found) {
      sent.push(...(await selectMailsToCustomer(tx, customerId)));
      await redactCustomer(tx, customerId);
    }
    const about = { customers: found.length, orders: orderIds.length };
    await record(tx, null, "store.customer-erased", customer?.id ?? null, about);
    await jobs.enqueue(tx, sweepErasedJob, {});
    await finishRequest(tx, id, "Erased");
    // Before it is marked as done: if this fails, everything is tried again.
    await mailer.forget?.(sent);
  });
}

// A person with mail here but no customer is erased by address, as customers are.
async function findOrMake(tx: TenantTx, person: { id: string | null; email: string | null }): Promise<string[]> {
  const { ids, isOthers } = await findAsked(tx, person);
  if (ids.length > 0 || isOthers || person.email === null) return ids;
  return [(await findOrCreateCustomer(tx, { email: person.email, name: null })).id];
}

/**
 * Erases all of a store's data, as when it is disconnected. The platform asks for it two days after the app was
 * removed, always in the same words and with an unsigned time: nothing happens while the store accepts our token, nor
 * for a request older than the connection.
 */
async function redactStore(services: Services, tenantId: TenantId, request: StoreRequest): Promise<void> {
  const { id, details } = request;
  const isInstalled = await isStillInstalled(services, tenantId, request);
  await services.db.withTenant(tenantId, async (tx) => {
    if (!(await lockRequest(tx, id))) return;
    const store = await selectGrant(tx);
    const triggeredAt = details.triggeredAt === null ? null : new Date(details.triggeredAt);
    // The tenant may be connected to another store by now.
    const isTheirs = store?.shopDomain === request.shopDomain;
    const isDone = isTheirs && !isInstalled && !isOlder(triggeredAt, store.grantedAt);
    if (isDone) await removeStore(tx, services.jobs, { shopDomain: store.shopDomain, actorId: null, isTold: true });
    await finishRequest(
      tx,
      id,
      isDone ? "Erased" : "The store is connected, or nothing of it is here: nothing was done",
    );
  });
}

/**
 * Ends the connection to a store that removed the app (docs/product.md#store-webhooks): its tokens go at once; the data
 * stays until the store is disconnected here or its erasure is requested. Returns false for a report older than the
 * connection, as when delivered late, and where there is nothing to end.
 */
async function endConnection(tx: TenantTx, shopDomain: string, triggeredAt: Date | null): Promise<boolean> {
  const connection = await selectGrant(tx);
  if (connection?.shopDomain !== shopDomain || isOlder(triggeredAt, connection.grantedAt)) return false;
  if (!(await wipeTokens(tx))) return false;
  await record(tx, null, "store.uninstalled", connection.shopDomain);
  // A refused token was reported before.
  await emit(tx, "store.changed", { isConnected: false, ...(connection.revokedAt === null && { lost: shopDomain }) });
  return true;
}

/** Whether a request predates the present connection and so concerns an earlier one. */
function isOlder(triggeredAt: Date | null, grantedAt: string): boolean {
  return triggeredAt !== null && triggeredAt < new Date(grantedAt);
}

/**
 * Ends the connection where the store, asked itself, rejects our token; rejects with a StoreFault where it cannot be
 * asked.
 */
async function endIfUninstalled(services: Services, tenantId: TenantId, request: StoreRequest): Promise<void> {
  const isInstalled = await isStillInstalled(services, tenantId, request);
  await services.db.withTenant(tenantId, async (tx) => {
    if (!(await lockRequest(tx, request.id))) return;
    const triggeredAt = request.details.triggeredAt;
    if (!isInstalled) await endConnection(tx, request.shopDomain, triggeredAt === null ? null : new Date(triggeredAt));
    await finishRequest(tx, request.id, isInstalled ? "The store still takes our token: nothing was done" : "Ended");
  });
}

/** A store asked for so long that cannot be reached, or answers like a closed one, counts as gone. */
const believedAfterMs = 24 * 3_600_000;

/** Whether the store, asked itself, accepts our token; rejects with a StoreFault where it cannot be asked yet. */
async function isStillInstalled(
  services: Services,
  tenantId: TenantId,
  { receivedAt }: Pick<StoreRequest, "receivedAt">,
): Promise<boolean> {
  const store = await openStore(services, tenantId);
  if (!store) return false;
  try {
    await describeShop(store);
    return true;
  } catch (error) {
    // A store that rejects the token has removed the app.
    if (!(error instanceof StoreFault) || error.kind === "throttled") throw error;
    if (error.kind === "revoked" || Date.now() - Date.parse(receivedAt) > believedAfterMs) return false;
    throw error;
  }
}
