import { type FirstSteps, stepIds } from "@deskhand/contract/admin/setup";
import type { TenantTx } from "../../platform/db/tenant.ts";
import { type Domain, jobsOf } from "../../platform/domain.ts";
import { emit } from "../../platform/events.ts";
import { api } from "../../platform/http/api.ts";
import { exportedBytes, probes } from "../intake/index.ts";
import { customerExportRoutes } from "./export/customer-export.routes.ts";
import { exportFileRoutes, exportRoutes } from "./export/export.routes.ts";
import { exportedSize } from "./export/store-exports.queries.ts";
import { dropExportsOfErased, forgetExports, writeExportHandler, writeExportJob } from "./export/write-export.ts";
import { dismissFirstSteps, selectFirstSteps } from "./first-steps/first-steps.queries.ts";
import { takeReturn } from "./forwarding/begin-probe.ts";
import { isMailOfProbe, keepBounce, selectProbes, tellElsewhere } from "./forwarding/forwarding.queries.ts";
import { forwardingRoutes } from "./forwarding/forwarding.routes.ts";
import { readStatus } from "./status/read-status.ts";
import { selectLastBackup } from "./status/status.queries.ts";

export const setup: Domain = {
  tables: ["dismissed_first_steps", "forwarding_probes", "store_exports", "store_export_chunks"],
  routes: (http) => ({
    setup: {
      ...exportRoutes(http),
      status: api.setup.status.handler(({ context: { services, withTenant } }) =>
        withTenant((tx) => readStatus(tx, services.settings)),
      ),
      backup: api.setup.backup.handler(({ context: { withTenant } }) => withTenant(selectLastBackup)),
      firstSteps: api.setup.firstSteps.handler(({ context: { actor, withTenant } }) =>
        withTenant((tx) => readFirstSteps(tx, actor.userId)),
      ),
      dismissFirstSteps: api.setup.dismissFirstSteps.handler(({ context: { actor, withTenant } }) =>
        withTenant(async (tx) => {
          await dismissFirstSteps(tx, actor.userId);
          return readFirstSteps(tx, actor.userId);
        }),
      ),
    },
    forwarding: forwardingRoutes,
  }),
  streams: [exportFileRoutes, customerExportRoutes],
  jobs: [jobsOf(writeExportJob, writeExportHandler)],
  schedules: [forgetExports],
  subscribers: {
    "customer.redacted": dropExportsOfErased,
    "forwarding.came-back": takeReturn,
    "forwarding.bounced": async (tx, { probeId, mailLogId }) => {
      await keepBounce(tx, probeId, mailLogId);
      await emit(tx, "forwarding.changed", {});
    },
    // A test's mail was sent, failed or has to wait.
    "mail.logged": async (tx, { mailId }) => {
      if (await isMailOfProbe(tx, mailId)) await emit(tx, "forwarding.changed", {});
    },
  },
  answers: [probes.by({ select: selectProbes, tellElsewhere }), exportedBytes.by(exportedSize)],
};

/** The first steps of a store in order, for one of its people. */
async function readFirstSteps(tx: TenantTx, userId: string): Promise<FirstSteps> {
  const row = await selectFirstSteps(tx, userId);
  return { steps: stepIds.map((id) => ({ id, isDone: row[id] })), isDismissed: row.isDismissed };
}
