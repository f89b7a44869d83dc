import { sql } from "kysely";
import type { TenantTx } from "../../../platform/db/tenant.ts";

/** Lists everybody who can be named in a note; `isThere` marks active people who have joined. */
export function selectNameable(tx: TenantTx): Promise<{ id: string; name: string; isThere: boolean }[]> {
  return tx
    .selectFrom("users")
    .select(["id", "name", sql<boolean>`is_active and invited_at is null`.as("isThere")])
    .where("deleted_at", "is", null)
    .orderBy("created_at")
    .orderBy("id")
    .execute();
}

/** Lists the teams that can be named in a note, with their members who are active. */
export function selectNameableTeams(tx: TenantTx): Promise<{ name: string; memberIds: string[] }[]> {
  return tx
    .selectFrom("teams as t")
    .select("t.name")
    .select(
      sql<string[]>`array(select u.id from team_members m join users u on u.client_id = m.client_id and u.id = m.user_id
        where m.client_id = t.client_id and m.team_id = t.id and u.is_active and u.invited_at is null order by u.id)`.as(
        "memberIds",
      ),
    )
    .where("t.deleted_at", "is", null)
    .orderBy("t.id")
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
