import type { Activity } from "@deskhand/contract/tickets";
import type { ActivityKind } from "@deskhand/contract/vocabulary";
import { sql } from "kysely";
import { type Acting, namedAuthor } from "../../../platform/acting.ts";
import { newId } from "../../../platform/db/ids.ts";
import type { TenantTx } from "../../../platform/db/tenant.ts";
import { addedAt } from "../detail/ticket-detail.queries.ts";

/** A page of a ticket's messages, notes or steps: the last ones, or those before one of them. */
export type PageBefore = { ticketId: string; before?: string | undefined; limit: number };

export type Step = {
  ticketId: string;
  kind: ActivityKind;
  /** `from` and `to` as in the contract's activity, and ids for later use. */
  details: Record<string, unknown>;
};

/** A step taken earlier or on another desk. `actorId` is null for the system. */
export type PastStep = Step & { actorId: string | null; createdAt: string };

/** Adds steps that are taken now to tickets' trails, in order. */
export async function recordActivity(tx: TenantTx, by: Acting, ...steps: Step[]): Promise<void> {
  const named = namedAuthor(by);
  const taken = steps.map(({ details, ...step }) => ({ ...step, details: Object.assign({}, details, named) }));
  const ids = await insertSteps(
    tx,
    taken.map((step) => ({ ...step, actorId: by.userId, createdAt: undefined })),
  );
  for (const [index, { ticketId, kind, details }] of taken.entries()) {
    // A ticket notes its beginning itself; a message that is moved begins none.
    if (kind !== "created") tx.noted.push({ id: ids[index] ?? newId(), about: ticketId, kind, details, by });
  }
}

/** Adds past steps with their own times. */
export async function importActivity(tx: TenantTx, steps: PastStep[]): Promise<void> {
  if (steps.length > 0) await insertSteps(tx, steps);
}

async function insertSteps(
  tx: TenantTx,
  steps: (Omit<PastStep, "createdAt"> & { createdAt: string | undefined })[],
): Promise<string[]> {
  const ids = steps.map(({ createdAt }) => newId(createdAt === undefined ? undefined : Date.parse(createdAt)));
  await tx
    .insertInto("ticket_activities")
    .values(
      steps.map(({ ticketId, actorId, kind, details, createdAt }, index) => ({
        id: ids[index] ?? newId(),
        ticket_id: ticketId,
        actor_id: actorId,
        kind,
        details: JSON.stringify(details),
        // The clock's time, not the transaction's, so that a trail reads in the order in which the ticket was locked.
        created_at: createdAt ?? sql<string>`clock_timestamp()`,
      })),
    )
    .execute();
  return ids;
}

/** Writes the name of who is removed into some of the steps they took, in place of their id; how many those were. */
export async function keepNameInTrails(tx: TenantTx, userId: string, name: string, most: number): Promise<number> {
  const { numUpdatedRows } = await tx
    .with(
      (cte) => cte("some").materialized(),
      (db) => db.selectFrom("ticket_activities").select("id").where("actor_id", "=", userId).limit(most),
    )
    .updateTable("ticket_activities as a")
    .from("some")
    .set({ actor_id: null, details: sql<string>`details || ${JSON.stringify({ author: name })}` })
    .whereRef("a.id", "=", "some.id")
    .executeTakeFirst();
  return Number(numUpdatedRows);
}

/**
 * The author of a ticket's opening message, or the address it was written from if answers go elsewhere. A merge may have moved it to
 * another ticket.
 */
const openingAuthor = sql<string | null>`(select coalesce(m.written_from, nullif(btrim(m.author_name), ''))
  from ticket_messages m where m.client_id = a.client_id and a.kind = 'created' and m.message_type = 'email'
  and (m.ticket_id = a.ticket_id and m.merged_from_id is null or m.merged_from_id = a.ticket_id) order by ${addedAt("m")}, m.id limit 1)`;

/** The `from` or `to` of a step, with a customer's current name. */
const sideOf = (side: "from" | "to") => sql<string | null>`case when a.kind = 'customer_changed'
  then customer_label(a.client_id, (a.details ->> ${sql.lit(`${side}Id`)})::uuid) else a.details ->> ${sql.lit(side)} end`;

/** The customer's words with a rating, at the step that made it what it is now; they are kept in one place, for who erases them. */
const ratingComment = sql<string | null>`case when a.kind = 'rated' then (select q.comment from ticket_ratings q
  where q.client_id = a.client_id and q.ticket_id = a.ticket_id and q.score::text = a.details ->> 'to') end`;

/** Builds the contract's activity from a row `a` of the trail and its actor `u`. */
export const activityJson = sql<Activity>`json_build_object(
  'id', a.id, 'ticketId', a.ticket_id, 'kind', a.kind, 'actorId', a.actor_id,
  'actorName', coalesce(u.name, a.details ->> 'author', ${openingAuthor}, 'System'),
  'isByRule', a.details ->> 'actedBy' is not distinct from 'rule', 'byTeam', a.details ->> 'byTeam',
  'from', ${sideOf("from")}, 'to', ${sideOf("to")}, 'comment', ${ratingComment},
  'createdAt', iso(a.created_at))`;

/** Steps that the thread shows as messages or notes. */
const shownInThread: ActivityKind[] = ["replied", "customer_replied", "note_added"];

/** Selects a page of a ticket's trail, newest first. */
export async function selectActivities(
  tx: TenantTx,
  { ticketId, before, onlySteps, limit }: PageBefore & { onlySteps: boolean },
): Promise<Activity[]> {
  const earlier = sql<boolean>`(a.created_at, a.id) < (select created_at, id from ticket_activities
    where id = ${before} and ticket_id = ${ticketId})`;
  const rows = await tx
    .selectFrom("ticket_activities as a")
    .leftJoin("users as u", (join) => join.onRef("u.client_id", "=", "a.client_id").onRef("u.id", "=", "a.actor_id"))
    .select(activityJson.as("activity"))
    .where("a.ticket_id", "=", ticketId)
    .$if(onlySteps, (query) => query.where("a.kind", "not in", shownInThread))
    .$if(before !== undefined, (query) => query.where(earlier))
    .orderBy("a.created_at", "desc")
    .orderBy("a.id", "desc")
    .limit(limit)
    .execute();
  return rows.map(({ activity }) => activity);
}
