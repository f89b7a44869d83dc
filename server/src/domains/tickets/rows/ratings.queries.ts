import { sql } from "kysely";
import type { TenantTx } from "../../../platform/db/tenant.ts";

/** What somebody was asked about a ticket. */
type NewRating = {
  id: string;
  ticketId: string;
  customerId: string | null;
  agentId: string | null;
  teamId: string | null;
  language: string;
};

/** Writes that a ticket's customer is asked for a rating. Whom to ask is a later domain's to say; lists filter by these rows. */
export async function insertRating(tx: TenantTx, rating: NewRating): Promise<void> {
  const { id, ticketId, customerId, agentId, teamId, language } = rating;
  await tx
    .insertInto("ticket_ratings")
    .values({ id, ticket_id: ticketId, customer_id: customerId, agent_id: agentId, team_id: teamId, language })
    .execute();
}

/** Removes a request that was never sent, so that the ticket can be asked about later. */
export async function deleteRating(tx: TenantTx, id: string): Promise<void> {
  await tx.deleteFrom("ticket_ratings").where("id", "=", id).where("score", "is", null).execute();
}

/** A rating past, or on another desk. */
export type PastRating = NewRating & {
  askedAt: string;
  score: number | null;
  comment: string | null;
  ratedAt: string | null;
};

/** Adds past ratings with their own times. */
export async function importRatings(tx: TenantTx, ratings: readonly PastRating[]): Promise<void> {
  if (ratings.length === 0) return;
  await tx
    .insertInto("ticket_ratings")
    .values(
      ratings.map(({ id, ticketId, customerId, agentId, teamId, language, askedAt, score, comment, ratedAt }) => ({
        id,
        ticket_id: ticketId,
        customer_id: customerId,
        agent_id: agentId,
        team_id: teamId,
        language,
        asked_at: askedAt,
        score,
        comment,
        rated_at: ratedAt,
      })),
    )
    .execute();
}

/** Locks the rating of a request until the transaction ends; undefined where there is none. */
export function lockRating(tx: TenantTx, id: string) {
  return ratingRows(tx).where("r.id", "=", id).forUpdate("r").executeTakeFirst();
}

/** Selects the rating of a request. */
export function selectRating(tx: TenantTx, id: string) {
  return ratingRows(tx).where("r.id", "=", id).executeTakeFirst();
}

function ratingRows(tx: TenantTx) {
  return tx
    .selectFrom("ticket_ratings as r")
    .innerJoin("support_tickets as t", (join) =>
      join.onRef("t.client_id", "=", "r.client_id").onRef("t.id", "=", "r.ticket_id"),
    )
    .select(["r.id", "r.ticket_id as ticketId", "r.language", "r.score", "r.comment", "r.changes"])
    .select([
      "r.asked_at as askedAt",
      "r.rated_at as ratedAt",
      "r.agent_id as agentId",
      "t.ticket_number as ticketNumber",
    ])
    .select(["t.assigned_to as assignedTo", "t.subject"])
    .select(
      sql<
        string | null
      >`(select nullif(btrim(c.name), '') from customers c where c.client_id = r.client_id and c.id = r.customer_id)`.as(
        "raterName",
      ),
    );
}
export type RatingRow = NonNullable<Awaited<ReturnType<typeof selectRating>>>;

/** Writes what a customer rated; the first time stays when they change their mind. */
export async function updateRating(
  tx: TenantTx,
  id: string,
  { score, comment, isChange }: { score: number; comment: string | null; isChange: boolean },
): Promise<void> {
  const now = sql<string>`clock_timestamp()`;
  await tx
    .updateTable("ticket_ratings")
    .set((eb) => ({
      score,
      comment,
      ...(isChange ? { changed_at: now, changes: eb("changes", "+", 1) } : { rated_at: now }),
    }))
    .where("id", "=", id)
    .execute();
}

/** Moves the rating of a merged ticket to the one that it is part of now, which keeps its own where it has one. */
export async function moveRating(tx: TenantTx, from: string, into: string): Promise<void> {
  await tx
    .updateTable("ticket_ratings as r")
    .set({ ticket_id: into, came_by: sql<string>`coalesce(r.came_by, r.ticket_id)` })
    .where("r.ticket_id", "=", from)
    .where(sql<boolean>`not exists (select from ticket_ratings own where own.ticket_id = ${into})`)
    .execute();
}

/** Gives a ticket that is taken out of another one back the rating that came by it, or by what was merged into it. */
export async function takeRatingBack(
  tx: TenantTx,
  { ticketId, from, branch }: { ticketId: string; from: string; branch: readonly string[] },
): Promise<void> {
  await tx
    .updateTable("ticket_ratings")
    .set({ ticket_id: ticketId, came_by: sql<string | null>`nullif(came_by, ${ticketId}::uuid)` })
    .where("ticket_id", "=", from)
    .where("came_by", "=", sql<string>`any(${[ticketId, ...branch]}::uuid[])`)
    .execute();
}

/** Has ratings follow their tickets to the customer whom these have now, where they were the one's or the other's. */
export async function followCustomers(tx: TenantTx, one: string, other: string): Promise<void> {
  await tx
    .updateTable("ticket_ratings as r")
    .from("support_tickets as t")
    .set({ customer_id: sql<string>`t.customer_id` })
    .whereRef("t.client_id", "=", "r.client_id")
    .whereRef("t.id", "=", "r.ticket_id")
    .where(sql<boolean>`r.customer_id in (${one}, ${other}) and t.customer_id in (${one}, ${other})`)
    .where(sql<boolean>`r.customer_id <> t.customer_id`)
    .execute();
}

/** Forgets who rated, and their words, before an erased customer is gone; on their own tickets the rating goes with the ticket. */
export async function eraseRater(tx: TenantTx, customerId: string): Promise<void> {
  await tx
    .updateTable("ticket_ratings")
    .set({ customer_id: null, comment: null })
    .where("customer_id", "=", customerId)
    .execute();
}
