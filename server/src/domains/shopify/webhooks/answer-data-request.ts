import { customerExportUrl } from "@deskhand/contract/pages";
import type { TenantId, TenantTx } from "../../../platform/db/tenant.ts";
import type { Services } from "../../../platform/services.ts";
import { record } from "../../audit/index.ts";
import { queueAccountMail } from "../../outgoing/index.ts";
import { findTenant } from "../../tenants/index.ts";
import type { StoreRequest } from "./do-request.ts";
import { findAsked, selectAdmins } from "./requests.queries.ts";
import { finishRequest, lockRequest } from "./webhooks.queries.ts";

/** Within so many days a customer's request has to be answered (shopify.dev: privacy law compliance). */
const answeredWithinDays = 30;

/**
 * Tells the store's admins by mail that a customer asked for what is kept of them, by when it has to be answered and where all of
 * it can be downloaded (docs/product.md#privacy-requests). What they are sent is theirs to give: the platform is sent nothing.
 */
export async function answerDataRequest(services: Services, tenantId: TenantId, request: StoreRequest): Promise<void> {
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
