import type { MyWork } from "@deskhand/contract/home/home";
import { limits } from "@deskhand/contract/limits";
import { sql } from "kysely";
import type { TenantTx } from "../../../platform/db/tenant.ts";

/** Somebody's unread mentions, the newest first, up to as many as are counted. */
export function selectUnreadMentions(tx: TenantTx, userId: string): Promise<MyWork["mentions"]> {
  return tx
    .selectFrom("notifications as n")
    .innerJoin("support_tickets as t", (join) =>
      join.onRef("t.client_id", "=", "n.client_id").onRef("t.id", "=", "n.ticket_id"),
    )
    .select(["n.id", "n.author_name as by", "n.created_at as at"])
    .select(["t.id as ticketId", "t.ticket_number as ticketNumber", "t.subject"])
    .where("n.user_id", "=", userId)
    .where("n.is_read", "=", false)
    .where("n.type", "=", "mention")
    .orderBy("n.created_at", "desc")
    .orderBy("n.id")
    .limit(limits.homeMentionsCounted)
    .execute();
}

/** How many open tickets of each team nobody has; a team without any is left out. */
export async function selectUntakenOfTeams(tx: TenantTx): Promise<Map<string, number>> {
  const rows = await tx
    .selectFrom("ticket_queue_deltas")
    .select(["team_id as teamId", sql<number>`sum(delta)::int`.as("untaken")])
    .where("team_id", "is not", null)
    .where("assigned_to", "is", null)
    .where("is_archived", "=", false)
    .where("is_snoozed", "=", false)
    .groupBy("team_id")
    .execute();
  return new Map(rows.flatMap(({ teamId, untaken }) => (teamId === null ? [] : [[teamId, untaken] as const])));
}

/** The rules that stopped themselves and are still off, the last one first. */
export function selectStoppedRules(tx: TenantTx): Promise<{ id: string; name: string }[]> {
  return tx
    .selectFrom("rules")
    .select(["id", "name"])
    .where("stopped_at", "is not", null)
    .where("is_deleted", "=", false)
    .orderBy("stopped_at", "desc")
    .orderBy("id")
    .execute();
}
