import type { TicketRelease } from "@deskhand/contract/tickets";
import { sql } from "kysely";
import { newId } from "../../../platform/db/ids.ts";
import type { TenantTx } from "../../../platform/db/tenant.ts";

/** Tickets that are to be taken from a team or a person. */
export type Release = {
  id: string;
  teamId: string | null;
  userId: string | null;
  name: string;
  actorId: string | null;
  after: string;
};

type Asked = { teamId: string; userId: null } | { teamId: null; userId: string };

/** Notes that the tickets of a team, or the active ones of a person, are to be taken from them. One that is under way begins again. */
export async function insertRelease(tx: TenantTx, asked: Asked & { name: string; actorId: string }): Promise<Release> {
  const { teamId, userId, name, actorId } = asked;
  const id = newId();
  const { after } = await tx
    .insertInto("ticket_releases")
    .values((eb) => ({
      id,
      team_id: teamId,
      user_id: userId,
      name,
      actor_id: actorId,
      total: eb
        .selectFrom("support_tickets")
        .select((of) => of.fn.countAll<number>().as("count"))
        .$if(teamId !== null, (query) => query.where("team_id", "=", teamId))
        .$if(userId !== null, (query) => query.where("assigned_to", "=", userId).where("is_archived", "=", false)),
    }))
    .onConflict((conflict) =>
      conflict.columns(["client_id", "user_id"]).doUpdateSet((eb) => ({
        id,
        actor_id: actorId,
        after_ticket: eb.ref("excluded.after_ticket"),
        done: 0,
        total: eb.ref("excluded.total"),
      })),
    )
    .returning("after_ticket as after")
    .executeTakeFirstOrThrow();
  return { id, teamId, userId, name, actorId, after };
}

/** The release that was left alone the longest, locked until the transaction ends; undefined where there is none, or others have it. */
export function lockNextRelease(tx: TenantTx): Promise<Release | undefined> {
  return tx
    .selectFrom("ticket_releases")
    .select(["id", "team_id as teamId", "user_id as userId", "name", "actor_id as actorId", "after_ticket as after"])
    .orderBy("moved_at")
    .orderBy("id")
    .limit(1)
    .forUpdate()
    .skipLocked()
    .executeTakeFirst();
}

/** Notes how far a release is. */
export async function moveRelease(tx: TenantTx, id: string, done: number, after: string): Promise<void> {
  await tx
    .updateTable("ticket_releases")
    .set({
      done: sql<number>`done + ${done}`,
      after_ticket: after,
      moved_at: sql<string>`clock_timestamp()`,
    })
    .where("id", "=", id)
    .execute();
}

/** Forgets a release that is over. */
export async function deleteRelease(tx: TenantTx, id: string): Promise<void> {
  await tx.deleteFrom("ticket_releases").where("id", "=", id).execute();
}

/** Takes some tickets from a team and returns their ids, which are locked in their order. */
export async function takeFromTeam(tx: TenantTx, teamId: string, most: number): Promise<string[]> {
  const rows = await tx
    .with(
      // Found once: a plan may read a subquery again and again, and each time find others.
      (cte) => cte("some").materialized(),
      (db) =>
        db
          .selectFrom("support_tickets")
          .select("id")
          .where("team_id", "=", teamId)
          .orderBy("id")
          .limit(most)
          .forNoKeyUpdate(),
    )
    .updateTable("support_tickets as t")
    .from("some")
    .set({ team_id: null })
    .whereRef("t.id", "=", "some.id")
    .returning("t.id")
    .execute();
  return rows.map(({ id }) => id);
}

/** What is under way. */
export function selectReleases(tx: TenantTx): Promise<TicketRelease[]> {
  return tx
    .selectFrom("ticket_releases")
    .select(["id", "name", "done", "total", sql<boolean>`team_id is not null`.as("isTeam")])
    .orderBy("name")
    .orderBy("id")
    .execute();
}
