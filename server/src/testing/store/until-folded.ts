import type { Desk } from "../open-desk.ts";
import { until } from "../take-mail.ts";

/** Waits until the worker has made the search documents of all of a store's tickets. */
export async function untilFolded(app: Desk, tenantId: string): Promise<void> {
  await until(async () => {
    const waiting = await app.asOwner("select from search_waiting where client_id = $1 limit 1", [tenantId], tenantId);
    return waiting.length === 0;
  });
}

/** Waits until the worker has counted all that changed in a store, for its reports. */
export async function untilCounted(app: Desk, tenantId: string): Promise<void> {
  await untilFolded(app, tenantId);
  await until(async () => {
    const waiting = await app.asOwner("select from facts_waiting where client_id = $1 limit 1", [tenantId], tenantId);
    return waiting.length === 0;
  });
}
