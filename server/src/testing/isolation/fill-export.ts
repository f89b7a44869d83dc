import { newId } from "../../platform/db/ids.ts";
import { fromNow } from "../from-now.ts";
import type { Desk } from "../open-desk.ts";
import type { Person } from "../test-people.ts";

export type KeptExport = { exportId: string };

/** Keeps a finished export of a store, with the secret in its bytes. */
export async function fillExport(app: Desk, { tenantId, userId }: Person, secret: string): Promise<KeptExport> {
  const [exportId, bytes] = [newId(), Buffer.from(`Export ${secret}`)];
  await app.services.db.withTenant(tenantId, async (tx) => {
    const ended = { state: "ready" as const, progress: 100, size: bytes.length, ended_at: fromNow({}) };
    await tx
      .insertInto("store_exports")
      .values({ id: exportId, asked_by: userId, ...ended })
      .execute();
    await tx.insertInto("store_export_chunks").values({ export_id: exportId, position: 0, bytes }).execute();
  });
  return { exportId };
}
