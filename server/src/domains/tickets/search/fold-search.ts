import { lockName } from "../../../platform/db/lock-name.ts";
import type { TenantId, TenantTx } from "../../../platform/db/tenant.ts";
import type { Domain } from "../../../platform/domain.ts";
import type { Schedule } from "../../../platform/jobs/job.ts";
import type { Services } from "../../../platform/services.ts";
import { forEachTenant } from "../../tenants/index.ts";
import { foldSearch } from "./search.queries.ts";

/** Documents per transaction, which takes a fifth of a second. */
const batchSize = 200;

/** Builds the search documents of what was just written (docs/product.md#how-a-search-is-written). */
export const foldWaiting: NonNullable<Domain["hearings"]>[number] = {
  channel: "deskhand_search",
  work: foldAll,
};

/** Builds every minute the documents whose notification was lost. */
export const foldMissed: Schedule = {
  name: "search.fold-forgotten",
  cron: "* * * * *",
  work: (services) => forEachTenant(services, ({ tenantId }) => foldAll(services, tenantId)),
};

async function foldAll({ db }: Pick<Services, "db">, tenantId: TenantId): Promise<void> {
  for (let count = batchSize; count === batchSize; ) {
    const fold = async (tx: TenantTx) => {
      await lockName(tx, "search.fold");
      return foldSearch(tx, batchSize);
    };
    count = await db.withTenant(tenantId, fold, { plan: "once", commit: "soon" });
  }
}
