import type { Load } from "@deskhand/contract/admin/teams";
import { sql } from "kysely";
import { givenRows } from "../../platform/db/given-rows.ts";
import type { TenantTx } from "../../platform/db/tenant.ts";
import { openTickets } from "./asked.queries.ts";

/** So long after their last screen was connected somebody still counts as online. */
const onlineSeconds = 150;
const isOnline = sql<boolean>`exists (select from seen_people s where s.client_id = u.client_id and s.user_id = u.id
  and s.seen_at > clock_timestamp() - make_interval(secs => ${sql.lit(onlineSeconds)}))`;

/** A team as tickets are assigned to it. */
export type AssignableTeam = {
  id: string;
  name: string;
  givesOut: boolean;
  openLimit: number | null;
  memberIds: string[];
};

/** Those of these teams that exist; the row of none of them is deleted before the transaction ends. */
export function selectAssignableTeams(tx: TenantTx, ids: readonly string[]): Promise<AssignableTeam[]> {
  return tx
    .selectFrom("teams as t")
    .select(["t.id", "t.name", "t.gives_out as givesOut", "t.open_limit as openLimit"])
    .select(
      sql<
        string[]
      >`array(select m.user_id from team_members m where m.client_id = t.client_id and m.team_id = t.id)`.as(
        "memberIds",
      ),
    )
    .where("t.id", "=", sql<string>`any(${ids}::uuid[])`)
    .where("t.deleted_at", "is", null)
    .orderBy("t.id")
    .forKeyShare()
    .execute();
}

/** A member who can be given a ticket of a team. */
export type Free = { teamId: string; id: string; name: string; open: number; givenAt: string | null };

const openOf = sql<number>`coalesce(o.open, 0)`;

/** The members of these teams who are online and not away, with how many open tickets each has. None is removed before the transaction ends. */
export function selectFree(tx: TenantTx, teamIds: readonly string[]): Promise<Free[]> {
  return freeMembers(tx)
    .select(["m.team_id as teamId", "u.id", "u.name", "m.given_at as givenAt"])
    .select(openOf.as("open"))
    .where("m.team_id", "=", sql<string>`any(${teamIds}::uuid[])`)
    .forKeyShare("u")
    .execute();
}

function freeMembers(tx: TenantTx) {
  return tx
    .selectFrom("team_members as m")
    .innerJoin("users as u", (join) => join.onRef("u.client_id", "=", "m.client_id").onRef("u.id", "=", "m.user_id"))
    .leftJoin(openTickets.answer().as("o"), "o.person", "u.id")
    .where("u.is_active", "=", true)
    .where("u.invited_at", "is", null)
    .where(isOnline)
    .where((eb) =>
      eb.not(
        eb.exists(
          eb
            .selectFrom("away_people as a")
            .select("a.user_id")
            .whereRef("a.client_id", "=", "u.client_id")
            .whereRef("a.user_id", "=", "u.id"),
        ),
      ),
    );
}

/** The ids of the teams that give tickets out and have somebody who may be given one. */
export async function selectGivingTeams(tx: TenantTx): Promise<string[]> {
  const rows = await freeMembers(tx)
    .innerJoin("teams as t", (join) => join.onRef("t.client_id", "=", "m.client_id").onRef("t.id", "=", "m.team_id"))
    .select("t.id")
    .distinct()
    .where("t.gives_out", "=", true)
    .where((eb) => eb.or([eb("t.open_limit", "is", null), eb("t.open_limit", ">", openOf)]))
    .execute();
  return rows.map(({ id }) => id);
}

/** Notes whom teams gave tickets just now. */
export async function noteGiven(tx: TenantTx, given: readonly { teamId: string; userId: string }[]): Promise<void> {
  const rows = given.map(({ teamId, userId }) => ({ team_id: teamId, user_id: userId }));
  await tx
    .updateTable("team_members as m")
    .from(givenRows({ team_id: "uuid", user_id: "uuid" }, rows))
    .set({ given_at: sql<string>`clock_timestamp()` })
    .where(sql<boolean>`m.team_id = given.team_id and m.user_id = given.user_id`)
    .execute();
}

/** Of everybody who is in a team, whether they are online and how many open tickets they have. */
export function selectLoads(tx: TenantTx): Promise<Load[]> {
  return tx
    .selectFrom("users as u")
    .leftJoin(openTickets.answer().as("o"), "o.person", "u.id")
    .select(["u.id as userId", isOnline.as("isOnline"), openOf.as("openTickets")])
    .where((eb) =>
      eb.exists(
        eb
          .selectFrom("team_members as m")
          .select("m.user_id")
          .whereRef("m.client_id", "=", "u.client_id")
          .whereRef("m.user_id", "=", "u.id"),
      ),
    )
    .execute();
}

/** Everybody who works here by name, with whether they are there and how many open tickets they have. */
export function selectWorkers(tx: TenantTx) {
  return tx
    .selectFrom("users as u")
    .leftJoin(openTickets.answer().as("o"), "o.person", "u.id")
    .leftJoin("away_people as a", (join) =>
      join.onRef("a.client_id", "=", "u.client_id").onRef("a.user_id", "=", "u.id"),
    )
    .select(["u.id", "u.name", isOnline.as("isOnline"), openOf.as("openTickets")])
    .select(sql<boolean>`a.user_id is not null`.as("isAway"))
    .where("u.is_active", "=", true)
    .where("u.invited_at", "is", null)
    .orderBy(sql`lower(u.name)`)
    .orderBy("u.id")
    .execute();
}

/** Notes that screens of these people are connected right now. */
export async function noteSeen(tx: TenantTx, userIds: readonly string[]): Promise<void> {
  await tx
    .insertInto("seen_people")
    .columns(["user_id", "seen_at"])
    .expression((db) =>
      db
        .selectFrom("users")
        .select(["id", sql<string>`clock_timestamp()`.as("seen_at")])
        .where("id", "=", sql<string>`any(${userIds}::uuid[])`)
        .orderBy("id"),
    )
    .onConflict((conflict) =>
      conflict.columns(["client_id", "user_id"]).doUpdateSet((eb) => ({ seen_at: eb.ref("excluded.seen_at") })),
    )
    .execute();
}
