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

/** A request of the platform, as it is kept. */
type StoreRequest = {
  id: string;
  topic: RequestTopic;
  shopDomain: string;
  /** How often it came, in the same bytes. */
  times: number;
  receivedAt: string;
  details: RequestDetails;
};

type Deed = (services: Services, tenantId: TenantId, request: StoreRequest) => Promise<void>;

/** Each notes in the transaction of what it does that it is done; where it fails it is tried again. */
const deeds: Record<RequestTopic, Deed> = {
  "app/uninstalled": endIfUninstalled,
  "customers/data_request": answerDataRequest,
  "customers/redact": redactStoreCustomer,
  "shop/redact": redactStore,
};

/** Does what the platform asked for (docs/product.md#privacy-requests), once. */
export async function doRequest(
  services: Services,
  { tenantId, requestId }: { tenantId: TenantId; requestId: string },
): Promise<void> {
  const row = await services.db.withTenant(tenantId, (tx) => selectRequest(tx, requestId));
  if (!row) return;
  await deeds[row.topic](services, tenantId, { ...row, details: requestDetailsSchema.parse(row.details) });
}

/** Within so many days a customer's request has to be answered (shopify.dev: privacy law compliance). */
const answeredWithinDays = 30;

/**
 * Tells the store's admins by mail that a customer asked for what is kept of them, by when it has to be answered and where all of
 * it can be downloaded (docs/product.md#privacy-requests). What they are sent is theirs to give: the platform is sent nothing.
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

type Asked = { customerIds: readonly string[]; email: string; number: string; dueOn: string };

async function tellAdmins(
  tx: TenantTx,
  services: Services,
  { customerIds, email, number, dueOn }: Asked,
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
 * Erases a customer at the platform's request with everything that is kept of them (docs/product.md#erasing-a-customer), and notes the
 * numbers that were named, also of what is not here (yet): no later sync brings them back.
 */
async function redactStoreCustomer(
  { db, jobs, mailer }: Services,
  tenantId: TenantId,
  { id, details: { customer, orderIds } }: StoreRequest,
): Promise<void> {
  await db.withTenant(tenantId, async (tx) => {
    // What is being saved of the store at this moment is waited for; what comes later knows who was erased.
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
    // Before it is done: where this fails, all of it is tried again.
    await mailer.forget?.(sent);
  });
}

// Mail may be here of somebody who is no customer: they are erased by their address, as customers are.
async function findOrMake(tx: TenantTx, asked: { id: string | null; email: string | null }): Promise<string[]> {
  const { ids, isOthers } = await findAsked(tx, asked);
  if (ids.length > 0 || isOthers || asked.email === null) return ids;
  return [(await findOrCreateCustomer(tx, { email: asked.email, name: null })).id];
}

/**
 * Erases all that came from a store, as when it is disconnected. The platform asks for it two days after the app was taken off, always in
 * the same words, and when it did is not signed: nothing happens while the store takes our token, nor for what is older than the connection.
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
 * Ends the connection to a store that took the app off (docs/product.md#store-webhooks): its tokens go at once, the data stays
 * until the store is disconnected here or its erasure is asked for. A word that is older than the connection, as one that was
 * delivered late, says nothing of it; false then, and where there is nothing to end.
 */
async function endConnection(tx: TenantTx, shopDomain: string, triggeredAt: Date | null): Promise<boolean> {
  const connection = await selectGrant(tx);
  if (connection?.shopDomain !== shopDomain || isOlder(triggeredAt, connection.grantedAt)) return false;
  if (!(await wipeTokens(tx))) return false;
  await record(tx, null, "store.uninstalled", connection.shopDomain);
  // Where the token was refused before, it was told then.
  await emit(tx, "store.changed", { isConnected: false, ...(connection.revokedAt === null && { lost: shopDomain }) });
  return true;
}

/** Whether something was asked before the store was connected (anew): it is about the connection before. */
function isOlder(triggeredAt: Date | null, grantedAt: string): boolean {
  return triggeredAt !== null && triggeredAt < new Date(grantedAt);
}

/** Ends the connection where the store, asked itself, no longer takes our token; rejects with a StoreFault where it cannot be asked. */
async function endIfUninstalled(services: Services, tenantId: TenantId, request: StoreRequest): Promise<void> {
  const isInstalled = await isStillInstalled(services, tenantId, request);
  await services.db.withTenant(tenantId, async (tx) => {
    if (!(await lockRequest(tx, request.id))) return;
    const triggeredAt = request.details.triggeredAt;
    if (!isInstalled) await endConnection(tx, request.shopDomain, triggeredAt === null ? null : new Date(triggeredAt));
    await finishRequest(tx, request.id, isInstalled ? "The store still takes our token: nothing was done" : "Ended");
  });
}

/** A store that was asked for so long and cannot be reached, or answers as a closed one does, is believed to be gone. */
const believedAfterMs = 24 * 3_600_000;

/** Whether the store, asked itself, takes the token that we have; rejects with a StoreFault where it cannot be asked yet. */
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
    // Who refuses the token has taken the app off.
    if (!(error instanceof StoreFault) || error.kind === "throttled") throw error;
    if (error.kind === "revoked" || Date.now() - Date.parse(receivedAt) > believedAfterMs) return false;
    throw error;
  }
}
