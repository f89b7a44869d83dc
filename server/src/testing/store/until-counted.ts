import type { Desk } from "../open-desk.ts";
import { until } from "../take-mail.ts";
import { untilFolded } from "./until-folded.ts";

/** Waits until the worker has counted all that changed in a store, for its reports. */
export async function untilCounted(app: Desk, tenantId: string): Promise<void> {
  await untilFolded(app, tenantId);
  await until(async () => {
    const waiting = await app.asOwner("select from facts_waiting where client_id = $1 limit 1", [tenantId], tenantId);
    return waiting.length === 0;
  });
}
