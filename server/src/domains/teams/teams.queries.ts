import type { Team, TeamDefinition, Teams } from "@deskhand/contract/admin/teams";
import { sql } from "kysely";
import type { TenantTx } from "../../platform/db/tenant.ts";

const memberIds = sql<string[]>`array(select m.user_id from team_members m
  where m.client_id = t.client_id and m.team_id = t.id order by m.user_id)`;

const shownTeams = (tx: TenantTx) =>
  tx
    .selectFrom("teams as t")
    .select(["t.id", "t.name", "t.version", "t.gives_out as givesOut", "t.open_limit as openLimit"])
    .select(["t.tell_after_minutes as tellAfterMinutes", memberIds.as("memberIds")])
    .where("t.deleted_at", "is", null);

/** The store's teams by name. */
export function selectTeams(tx: TenantTx): Promise<Team[]> {
  return shownTeams(tx).orderBy(sql`lower(t.name)`).orderBy("t.id").execute();
}

/** One team; undefined where there is none. */
export function selectTeam(tx: TenantTx, id: string): Promise<Team | undefined> {
  return shownTeams(tx).where("t.id", "=", id).executeTakeFirst();
}

/** The people who are away, and since when. */
export function selectAway(tx: TenantTx): Promise<Teams["away"]> {
  return tx.selectFrom("away_people").select(["user_id as userId", "since"]).orderBy("user_id").execute();
}

/** Who made a team; undefined where there is none. */
export function selectTeamMaker(tx: TenantTx, id: string): Promise<{ id: string | null } | undefined> {
  return tx.selectFrom("teams").select("made_by as id").where("id", "=", id).executeTakeFirst();
}

/** How many teams there are, and whether another one has a name. */
export function countTeams(tx: TenantTx, name: string, exceptId: string) {
  return tx
    .selectFrom("teams")
    .select((eb) => [
      eb.fn.countAll<number>().as("count"),
      sql<boolean>`coalesce(bool_or(lower(name) = lower(${name}::text) and id <> ${exceptId}::uuid), false)`.as(
        "isTaken",
      ),
    ])
    .where("deleted_at", "is", null)
    .executeTakeFirstOrThrow();
}

/** How many of these are active colleagues. */
export async function countColleagues(tx: TenantTx, ids: readonly string[]): Promise<number> {
  const { count } = await tx
    .selectFrom("users")
    .select((eb) => eb.fn.countAll<number>().as("count"))
    .where("id", "=", sql<string>`any(${ids}::uuid[])`)
    .where("is_active", "=", true)
    .where("invited_at", "is", null)
    .executeTakeFirstOrThrow();
  return count;
}

function columnsOf({ name, givesOut, openLimit, tellAfterMinutes }: TeamDefinition) {
  return { name, gives_out: givesOut, open_limit: openLimit, tell_after_minutes: tellAfterMinutes };
}

/** Writes a new team with its members. */
export async function insertTeam(
  tx: TenantTx,
  { id, userId, ...team }: TeamDefinition & { id: string; userId: string },
): Promise<void> {
  await tx
    .insertInto("teams")
    .values({ ...columnsOf(team), id, made_by: userId })
    .execute();
  await setMembers(tx, id, team.memberIds);
}

/** Writes a team's values and members if it still is at the expected version; false where it is not. */
export async function updateTeam(
  tx: TenantTx,
  { id, ...team }: TeamDefinition & { id: string },
  expectedVersion: number,
): Promise<boolean> {
  const { numUpdatedRows } = await tx
    .updateTable("teams")
    .set((eb) => ({ ...columnsOf(team), version: eb("version", "+", 1) }))
    .where("id", "=", id)
    .where("version", "=", expectedVersion)
    .executeTakeFirst();
  if (numUpdatedRows === 0n) return false;
  await setMembers(tx, id, team.memberIds);
  return true;
}

/** Makes these the members of a team; those who stay keep their turn. */
async function setMembers(tx: TenantTx, teamId: string, userIds: readonly string[]): Promise<void> {
  await tx
    .deleteFrom("team_members")
    .where("team_id", "=", teamId)
    .where("user_id", "!=", sql<string>`all(${userIds}::uuid[])`)
    .execute();
  await tx
    .insertInto("team_members")
    .columns(["team_id", "user_id"])
    .expression((db) =>
      db
        .selectFrom(sql<{ id: string }>`(select distinct unnest(${userIds}::uuid[]) as id)`.as("given"))
        .select([sql<string>`${teamId}::uuid`.as("team_id"), "given.id"]),
    )
    .onConflict((conflict) => conflict.doNothing())
    .execute();
}

/** Begins to delete a team: from now on it is not shown, has no members, and no ticket comes to it. */
export async function endTeam(tx: TenantTx, id: string): Promise<void> {
  await tx.deleteFrom("team_members").where("team_id", "=", id).execute();
  await tx.updateTable("teams").set({ deleted_at: sql<string>`clock_timestamp()` }).where("id", "=", id).execute();
}

/** Locks a team against whoever is bringing a ticket to it. */
export async function lockTeam(tx: TenantTx, id: string): Promise<void> {
  await tx.selectFrom("teams").select("id").where("id", "=", id).forUpdate().execute();
}

/** Whether somebody who was away is back. */
export async function isBack(tx: TenantTx, userId: string): Promise<boolean> {
  const back = await tx
    .selectFrom("users as u")
    .select("u.id")
    .where("u.id", "=", userId)
    .where("u.is_active", "=", true)
    .where((eb) =>
      eb.not(eb.exists(eb.selectFrom("away_people as a").select("a.user_id").where("a.user_id", "=", userId))),
    )
    .executeTakeFirst();
  return back !== undefined;
}

/** Deletes a team. */
export async function deleteTeam(tx: TenantTx, id: string): Promise<void> {
  await tx.deleteFrom("teams").where("id", "=", id).execute();
}

/** Whether somebody is an active member of the store. */
export async function isActive(tx: TenantTx, userId: string): Promise<boolean> {
  const query = tx.selectFrom("users").select("id").where("id", "=", userId).where("is_active", "=", true);
  return (await query.executeTakeFirst()) !== undefined;
}

/** Takes somebody out of all teams; whether they were in one, or away. */
export async function leaveTeams(tx: TenantTx, userId: string): Promise<boolean> {
  const left = await tx.deleteFrom("team_members").where("user_id", "=", userId).executeTakeFirst();
  const back = await tx.deleteFrom("away_people").where("user_id", "=", userId).executeTakeFirst();
  return left.numDeletedRows + back.numDeletedRows > 0n;
}

/** Says that somebody is away; false where they were already. */
export async function insertAway(tx: TenantTx, userId: string, setBy: string): Promise<boolean> {
  const inserted = await tx
    .insertInto("away_people")
    .values({ user_id: userId, set_by: setBy })
    .onConflict((conflict) => conflict.doNothing())
    .returning("user_id")
    .executeTakeFirst();
  return inserted !== undefined;
}

/** Says that somebody is back; false where they were not away. */
export async function deleteAway(tx: TenantTx, userId: string): Promise<boolean> {
  const { numDeletedRows } = await tx.deleteFrom("away_people").where("user_id", "=", userId).executeTakeFirst();
  return numDeletedRows > 0n;
}
