import { sql } from "kysely";
import type { TenantTx } from "../../../platform/db/tenant.ts";

type TeamSession = {
  id: string;
  userId: string;
  ipAddress: string | null;
  userAgent: string | null;
  createdAt: string;
  updatedAt: string;
  awaitsCode: boolean;
};

/** Where people of the store are signed in, the latest used first. */
export function selectTeamSessions(tx: TenantTx): Promise<TeamSession[]> {
  return tx
    .selectFrom(
      sql<TeamSession>`(select id, user_id as "userId", ip_address as "ipAddress", user_agent as "userAgent",
        iso(created_at) as "createdAt", iso(updated_at) as "updatedAt", awaits_code as "awaitsCode" from team_sessions())`.as(
        "session",
      ),
    )
    .selectAll()
    .execute();
}
