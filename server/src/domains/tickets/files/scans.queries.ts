import { sql } from "kysely";
import type { TenantTx } from "../../../platform/db/tenant.ts";
import type { Verdict } from "../../../platform/virus-scan/scan-for-viruses.ts";

/** Looked through in one go; what is beyond comes with the next. */
const together = 500;

/** Files that wait for the virus scanner, oldest first: of one message, or of all. */
export function selectWaitingForScan(tx: TenantTx, messageId: string | null) {
  return tx
    .selectFrom("ticket_attachments")
    .select(["id", "file_id as fileId", "file_size as size"])
    .where("scan", "=", "waiting")
    .$if(messageId !== null, (query) => query.where("message_id", "=", messageId))
    .orderBy("created_at")
    .limit(together)
    .execute();
}

/** Whether a file waits for longer than the job takes that came with it. */
export async function hasForgottenScan(tx: TenantTx): Promise<boolean> {
  const row = await tx
    .selectFrom("ticket_attachments")
    .select("id")
    .where("scan", "=", "waiting")
    .where("created_at", "<", sql<string>`now() - interval '2 minutes'`)
    .limit(1)
    .executeTakeFirst();
  return row !== undefined;
}

/** Notes what the scanner said of a file that waits; gives where it is, nothing when it waits no more. */
export function noteScan(tx: TenantTx, id: string, verdict: Verdict) {
  return tx
    .updateTable("ticket_attachments")
    .set({ scan: verdict.scan, virus: verdict.scan === "infected" ? verdict.virus : null })
    .where("id", "=", id)
    .where("scan", "=", "waiting")
    .returning(["ticket_id as ticketId", "message_id as messageId"])
    .executeTakeFirst();
}

/** Nobody scans any more: what waits is as all else that came without a scanner. */
export async function forgetScans(tx: TenantTx): Promise<void> {
  await tx.updateTable("ticket_attachments").set({ scan: null }).where("scan", "=", "waiting").execute();
}
