import { sql } from "kysely";
import type { TenantTx } from "../../../platform/db/tenant.ts";

/** Lists everybody who can be named in a note; `isThere` marks active people who have joined. */
export function selectNameable(tx: TenantTx): Promise<{ id: string; name: string; isThere: boolean }[]> {
  return tx
    .selectFrom("users")
    .select(["id", "name", sql<boolean>`is_active and invited_at is null`.as("isThere")])
    .orderBy("created_at")
    .orderBy("id")
    .execute();
}

/** Selects a note's text and author; undefined if there is no such note. */
export function selectNoteWords(tx: TenantTx, noteId: string) {
  return tx
    .selectFrom("ticket_messages")
    .select(["content", "author_id as authorId", "author_name as authorName"])
    .where("id", "=", noteId)
    .where("message_type", "=", "internal")
    .executeTakeFirst();
}
