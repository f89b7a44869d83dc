import type { TenantId } from "../../../platform/db/tenant.ts";
import type { Services } from "../../../platform/services.ts";
import { answerDataRequest } from "./answer-data-request.ts";
import { endIfUninstalled } from "./end-if-uninstalled.ts";
import { type RequestDetails, type RequestTopic, requestDetailsSchema } from "./read-request.ts";
import { redactStore } from "./redact-store.ts";
import { redactStoreCustomer } from "./redact-store-customer.ts";
import { selectRequest } from "./webhooks.queries.ts";

/** A request of the platform, as it is kept. */
export type StoreRequest = {
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
