import { sql } from "kysely";
import type { TenantTx } from "../../platform/db/tenant.ts";

export type OwnSessionRow = {
  id: string;
  createdAt: string;
  lastUsedAt: string;
  ip: string | null;
  userAgent: string | null;
  isCurrent: boolean;
};

/** The sessions of the person whose session this token is; none when it has ended. */
export async function selectOwnSessions(tx: TenantTx, token: string): Promise<OwnSessionRow[]> {
  const { rows } = await sql<OwnSessionRow>`
    select id, iso(created_at) as "createdAt", iso(last_used_at) as "lastUsedAt", ip_address as ip,
      user_agent as "userAgent", is_current as "isCurrent"
    from sessions_of(${token})`.execute(tx);
  return rows;
}

/** Ends another session of the person whose session this token is; false when there is no such session. */
export async function endOwnSession(tx: TenantTx, token: string, id: string): Promise<boolean> {
  const { rows } = await sql<{ ended: boolean }>`select end_session(${token}, ${id}::uuid) as ended`.execute(tx);
  return rows[0]?.ended === true;
}

/** Ends every other session of the person whose session this token is, and counts them. */
export async function endOtherOwnSessions(tx: TenantTx, token: string): Promise<number> {
  const { rows } = await sql<{ ended: number }>`select end_other_sessions(${token}) as ended`.execute(tx);
  return rows[0]?.ended ?? 0;
}

/** The password's hash of the person whose session this token is: undefined when it has ended, null without a password. */
export async function selectOwnPasswordHash(tx: TenantTx, token: string): Promise<string | null | undefined> {
  const { rows } = await sql<{ hash: string | null }>`select hash from password_of(${token})`.execute(tx);
  return rows[0]?.hash;
}

/** Changes the password of the person whose session this token is; false when it is no longer the known one. */
export async function updateOwnPassword(tx: TenantTx, token: string, known: string, changed: string): Promise<boolean> {
  const { rows } = await sql<{ changed: boolean }>`
    select change_password(${token}, ${known}, ${changed}) as changed`.execute(tx);
  return rows[0]?.changed === true;
}
