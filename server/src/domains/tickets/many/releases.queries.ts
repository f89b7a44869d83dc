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
  /** Whether the person is removed from the store; if not, they hand their active tickets over. */
  isRemoval: boolean;
};

type Asked = { teamId: string; userId: null } | { teamId: null; userId: string; isRemoval: boolean };

/**
 * Notes that tickets are to be taken from somebody: from a team or from who is removed all of them, from who goes away the active ones. One
 * that is under way begins again.
 */
export async function insertRelease(tx: TenantTx, asked: Asked & { name: string; actorId: string }): Promise<Release> {
  const { teamId, userId, name, actorId } = asked;
  const isRemoval = userId !== null && asked.isRemoval;
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
        .$if(userId !== null, (query) => query.where("assigned_to", "=", userId))
        .$if(userId !== null && !isRemoval, (query) => query.where("is_archived", "=", false)),
    }))
    .onConflict((conflict) =>
      conflict.columns(["client_id", "user_id"]).doUpdateSet((eb) => ({
        id,
        name,
        actor_id: actorId,
        after_ticket: eb.ref("excluded.after_ticket"),
        done: 0,
        total: eb.ref("excluded.total"),
      })),
    )
    .returning("after_ticket as after")
    .executeTakeFirstOrThrow();
  return { id, teamId, userId, name, actorId, after, isRemoval };
}

const isRemoval = sql<boolean>`exists (select from users u
  where u.client_id = r.client_id and u.id = r.user_id and u.deleted_at is not null)`;

/** The release that was left alone the longest, locked until the transaction ends; undefined where there is none, or others have it. */
export function lockNextRelease(tx: TenantTx): Promise<Release | undefined> {
  return tx
    .selectFrom("ticket_releases as r")
    .select(["r.id", "r.team_id as teamId", "r.user_id as userId", "r.name", "r.actor_id as actorId"])
    .select(["r.after_ticket as after", isRemoval.as("isRemoval")])
    .orderBy("r.moved_at")
    .orderBy("r.id")
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
export function takeFromTeam(tx: TenantTx, teamId: string, most: number): Promise<string[]> {
  return take(tx, "team_id", teamId, most);
}

/** Takes some tickets from whom they are assigned to and returns their ids, which are locked in their order. */
export function takeFromPerson(tx: TenantTx, userId: string, most: number): Promise<string[]> {
  return take(tx, "assigned_to", userId, most);
}

type From = "team_id" | "assigned_to" | "created_by";

async function take(tx: TenantTx, column: From, from: string, most: number): Promise<string[]> {
  const rows = await tx
    .with(
      // Found once: a plan may read a subquery again and again, and each time find others.
      (cte) => cte("some").materialized(),
      (db) =>
        db
          .selectFrom("support_tickets")
          .select("id")
          .where(column, "=", from)
          .orderBy("id")
          .limit(most)
          .forNoKeyUpdate(),
    )
    .updateTable("support_tickets as t")
    .from("some")
    .set({ [column]: null })
    .whereRef("t.id", "=", "some.id")
    .returning("t.id")
    .execute();
  return rows.map(({ id }) => id).sort();
}

/** Whether tickets are still in a team, or assigned to a person. */
export async function hasTickets(tx: TenantTx, of: { teamId: string } | { userId: string }): Promise<boolean> {
  const one = await tx
    .selectFrom("support_tickets")
    .select("id")
    .where((eb) => ("teamId" in of ? eb("team_id", "=", of.teamId) : eb("assigned_to", "=", of.userId)))
    .limit(1)
    .executeTakeFirst();
  return one !== undefined;
}

/** Takes the id of who is removed from some of the tickets that they made, and returns the ids of these. */
export function takeFromMaker(tx: TenantTx, userId: string, most: number): Promise<string[]> {
  return take(tx, "created_by", userId, most);
}

/** Takes the id of who is removed from some of the messages that they wrote, which keep their name; how many those were. */
export async function unnameAuthor(tx: TenantTx, userId: string, most: number): Promise<number> {
  const { numUpdatedRows } = await tx
    .with(
      (cte) => cte("some").materialized(),
      (db) => db.selectFrom("ticket_messages").select("id").where("author_id", "=", userId).limit(most),
    )
    .updateTable("ticket_messages as m")
    .from("some")
    .set({ author_id: null })
    .whereRef("m.id", "=", "some.id")
    .executeTakeFirst();
  return Number(numUpdatedRows);
}

/** What is under way. */
export function selectReleases(tx: TenantTx): Promise<TicketRelease[]> {
  return tx
    .selectFrom("ticket_releases as r")
    .select(["r.id", "r.name", "r.done", "r.total"])
    .select(
      sql<TicketRelease["why"]>`case when team_id is not null then 'team_deleted'
        when ${isRemoval} then 'person_deleted' else 'person_away' end`.as("why"),
    )
    .orderBy("r.name")
    .orderBy("r.id")
    .execute();
}
