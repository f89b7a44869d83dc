import type { TenantTx } from "../../../platform/db/tenant.ts";
import { emit } from "../../../platform/events.ts";
import type { Schedule } from "../../../platform/jobs/job.ts";
import { forEachTenant } from "../../tenants/index.ts";
import { recordActivity } from "../rows/trail.queries.ts";
import { wakeDue } from "./snoozes.queries.ts";

/** So many are brought back in one transaction, and so many are told of by one event, which has to fit into a message of the database. */
const together = 500;
const inOneEvent = 50;

/** Brings back every minute the tickets whose snooze is over (docs/product.md#snoozing), however long nothing ran. */
export const wakeTickets: Schedule = {
  name: "tickets.wake",
  cron: "* * * * *",
  async work(services) {
    for (let mayBeMore = true; mayBeMore; ) {
      mayBeMore = false;
      await forEachTenant(services, async (tx) => {
        if ((await wakeSome(tx)) === together) mayBeMore = true;
      });
    }
  },
};

async function wakeSome(tx: TenantTx): Promise<number> {
  const ids = await wakeDue(tx, together);
  if (ids.length === 0) return 0;
  const by = { actorId: null, kind: "woken", details: {} } as const;
  await recordActivity(tx, ...ids.map((ticketId) => ({ ...by, ticketId })));
  for (let at = 0; at < ids.length; at += inOneEvent) {
    await emit(tx, "tickets.woken", { ticketIds: ids.slice(at, at + inOneEvent) });
  }
  return ids.length;
}
