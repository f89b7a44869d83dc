import type { ErrorCode } from "@deskhand/contract/errors";
import { sql } from "kysely";
import type { TenantTx } from "../../../platform/db/tenant.ts";
import { emit } from "../../../platform/events.ts";

/** Why a ticket's waiting replies are not sent any more. */
type Overtaken = Extract<ErrorCode, "ticket_archived" | "ticket_merged" | "conversation_moved_on"> | "customer_changed";

/**
 * Returns the replies that wait on tickets to their authors and notifies them at once. If only the conversation moved on, replies with
 * `sendAnyway` keep waiting.
 */
export async function returnKeptOf(tx: TenantTx, ticketIds: readonly string[], reason: Overtaken): Promise<void> {
  if (ticketIds.length === 0) return;
  const returned = await tx
    .updateTable("kept_replies")
    .set({ state: "returned", reason, ended_at: sql`clock_timestamp()` })
    .where("ticket_id", "in", ticketIds)
    .where("state", "=", "waiting")
    .$if(reason === "conversation_moved_on", (query) =>
      query.where(sql<boolean>`not (reply ->> 'sendAnyway')::boolean`),
    )
    .returning(["id as keptReplyId", "ticket_id as ticketId", "author_id as authorId"])
    .execute();
  for (const { keptReplyId, ticketId, authorId } of returned) {
    await emit(tx, "kept-reply.changed", { keptReplyId, ticketId, authorId, state: "returned" });
  }
}

/** Deletes what waits of somebody who is removed, and returns whether there was any; files go as others do that were never sent. */
export async function deleteKeptOf(tx: TenantTx, authorId: string): Promise<boolean> {
  const deleted = await tx
    .deleteFrom("kept_replies")
    .where("author_id", "=", authorId)
    .returning(["id as keptReplyId", "ticket_id as ticketId"])
    .execute();
  for (const kept of deleted) await emit(tx, "kept-reply.changed", { ...kept, authorId, state: "gone" });
  return deleted.length > 0;
}
