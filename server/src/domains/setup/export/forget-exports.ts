import type { TenantId } from "../../../platform/db/tenant.ts";
import type { Schedule } from "../../../platform/jobs/job.ts";
import { forEachTenant } from "../../tenants/index.ts";
import { deleteOldExports } from "./store-exports.queries.ts";
import { removeLooseBytes } from "./write-export.ts";

/** Removes exports whose days are over, and the bytes of all that are gone. */
export const forgetExports: Schedule = {
  name: "setup.forget-exports",
  cron: "41 * * * *",
  async work(services) {
    const tenants: TenantId[] = [];
    await forEachTenant(services, async (tx) => {
      await deleteOldExports(tx);
      tenants.push(tx.tenantId);
    });
    for (const tenant of tenants) await removeLooseBytes(services, tenant);
  },
};
