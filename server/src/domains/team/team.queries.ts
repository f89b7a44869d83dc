import { limits } from "@deskhand/contract/limits";
import { avatarUrl } from "@deskhand/contract/pages";
import type { TeamUser } from "@deskhand/contract/team";
import { sql } from "kysely";
import type { TenantTx } from "../../platform/db/tenant.ts";

// The same as `countInvitations` counts.
const invitableFrom = sql<string | null>`case when invited_at is not null then (
  select greatest(invited_at, max(created_at) + interval '10 minutes',
    max(created_at) filter (where nth = ${limits.invitationsToAddressPerDay}) + interval '24 hours')
  from (select created_at, row_number() over (order by created_at desc) as nth from audit_log
    where kind = 'team' and action in ('team.invited', 'team.invitation-sent-again') and details ->> 'email' = users.email
      and created_at > now() - interval '24 hours') as sent) end`;

const teamUsers = (tx: TenantTx) =>
  tx
    .selectFrom("users")
    .select(["id", "name", "email", "role", "is_active as isActive", "avatar_file_id as avatarFileId"])
    .select(["last_login as lastLogin", "invited_at as invitedAt", invitableFrom.as("invitableFrom")])
    .where("deleted_at", "is", null);
type TeamUserRow = Awaited<ReturnType<ReturnType<typeof teamUsers>["executeTakeFirstOrThrow"]>>;

function toTeamUser({ avatarFileId, invitableFrom, ...user }: TeamUserRow): TeamUser {
  const again = invitableFrom === null ? {} : { invitableFrom };
  return { ...user, ...again, avatar: avatarFileId === null ? null : avatarUrl(user.id, avatarFileId) };
}

/** Everybody of the store by name, including invited people. */
export async function selectTeamUsers(tx: TenantTx): Promise<TeamUser[]> {
  const rows = await teamUsers(tx).orderBy(sql`lower(name)`).orderBy("id").execute();
  return rows.map(toTeamUser);
}

/** The ids of those who sign in with two factors. */
export async function selectWithTwoFactor(tx: TenantTx): Promise<Set<string>> {
  const rows = await tx.selectFrom("second_factors").select("user_id").where("secret", "is not", null).execute();
  return new Set(rows.map(({ user_id }) => user_id));
}

/** A person of the store; undefined when there is none. */
export async function selectTeamUser(tx: TenantTx, id: string): Promise<TeamUser | undefined> {
  const row = await teamUsers(tx).where("id", "=", id).executeTakeFirst();
  return row && toTeamUser(row);
}

/** The person of the store with this address; undefined when there is none. */
export async function selectTeamUserByEmail(tx: TenantTx, email: string): Promise<TeamUser | undefined> {
  const row = await teamUsers(tx).where("email", "=", email).executeTakeFirst();
  return row && toTeamUser(row);
}

/** How many invitations the store sent within 24 hours: in all, to one address, and to that in the last ten minutes. */
export function countInvitations(
  tx: TenantTx,
  email: string,
): Promise<{ all: number; toAddress: number; justNow: number }> {
  const toAddress = sql`details ->> 'email' = ${email}`;
  return tx
    .selectFrom("audit_log")
    .select([
      sql<number>`count(*)::int`.as("all"),
      sql<number>`(count(*) filter (where ${toAddress}))::int`.as("toAddress"),
      sql<number>`(count(*) filter (where ${toAddress} and created_at > now() - interval '10 minutes'))::int`.as(
        "justNow",
      ),
    ])
    .where("kind", "=", "team")
    .where("action", "in", ["team.invited", "team.invitation-sent-again"])
    .where("created_at", ">", sql<string>`now() - interval '24 hours'`)
    .executeTakeFirstOrThrow();
}

type TeamSession = {
  id: string;
  userId: string;
  ipAddress: string | null;
  userAgent: string | null;
  createdAt: string;
  updatedAt: string;
  awaitsCode: boolean;
};

/** Where people of the store are signed in, latest use first. */
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
