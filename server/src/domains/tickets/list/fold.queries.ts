import { sql } from "kysely";
import type { TenantTx } from "../../../platform/db/tenant.ts";

const kind = ["status", "priority", "category", "is_snoozed"] as const;
const tagged = ["tag", "is_snoozed", "is_archived"] as const;
const queue = ["assigned_to", "team_id", "is_waiting", "is_snoozed", "is_archived"] as const;

/**
 * Folds the tenant's queue deltas as {@link foldTicketCounts} does. The queues of unassigned tickets and of those without a team have nulls,
 * which equal nothing in SQL, so rows are compared by text.
 */
export async function foldTicketQueues(tx: TenantTx): Promise<void> {
  const holder = sql<string>`coalesce(assigned_to::text, '') || ' ' || coalesce(team_id::text, '')`;
  await tx
    .with("many", (db) =>
      db
        .selectFrom("ticket_queue_deltas")
        .select([holder.as("holder"), "is_waiting", "is_snoozed", "is_archived"])
        .groupBy(queue)
        .having((eb) => eb.fn.countAll(), ">", 1),
    )
    .with("taken", (db) =>
      db
        .deleteFrom("ticket_queue_deltas")
        .where(sql<boolean>`(${holder}, is_waiting, is_snoozed, is_archived) in (select * from many)`)
        .returning([...queue, "delta"]),
    )
    .insertInto("ticket_queue_deltas")
    .columns([...queue, "delta"])
    .expression((eb) =>
      eb
        .selectFrom("taken")
        .select([...queue, eb.fn.sum<number>("delta").as("delta")])
        .groupBy(queue)
        .having((taken) => taken.fn.sum("delta"), "<>", 0),
    )
    .execute();
}

/**
 * Replaces the tenant's count deltas by their sum wherever a kind has several; readers see the same totals before and after. Kinds with
 * one row are left alone, as this runs every minute.
 */
export async function foldTicketCounts(tx: TenantTx): Promise<void> {
  await tx
    .with("many", (db) =>
      db
        .selectFrom("ticket_count_deltas")
        .select(kind)
        .groupBy(kind)
        .having((eb) => eb.fn.countAll(), ">", 1),
    )
    .with("taken", (db) =>
      db
        .deleteFrom("ticket_count_deltas")
        .where(({ eb, refTuple, selectFrom }) =>
          eb(
            refTuple(...kind),
            "in",
            selectFrom("many")
              .select(kind)
              .$asTuple(...kind),
          ),
        )
        .returning([...kind, "delta"]),
    )
    .insertInto("ticket_count_deltas")
    .columns([...kind, "delta"])
    .expression((eb) =>
      eb
        .selectFrom("taken")
        .select([...kind, eb.fn.sum<number>("delta").as("delta")])
        .groupBy(kind)
        .having((taken) => taken.fn.sum("delta"), "<>", 0),
    )
    .execute();
}

/** Folds the tenant's tag deltas as {@link foldTicketCounts} does. */
export async function foldTicketTags(tx: TenantTx): Promise<void> {
  await tx
    .with("many", (db) =>
      db
        .selectFrom("ticket_tag_deltas")
        .select(tagged)
        .groupBy(tagged)
        .having((eb) => eb.fn.countAll(), ">", 1),
    )
    .with("taken", (db) =>
      db
        .deleteFrom("ticket_tag_deltas")
        .where(({ eb, refTuple, selectFrom }) =>
          eb(
            refTuple(...tagged),
            "in",
            selectFrom("many")
              .select(tagged)
              .$asTuple(...tagged),
          ),
        )
        .returning([...tagged, "delta"]),
    )
    .insertInto("ticket_tag_deltas")
    .columns([...tagged, "delta"])
    .expression((eb) =>
      eb
        .selectFrom("taken")
        .select([...tagged, eb.fn.sum<number>("delta").as("delta")])
        .groupBy(tagged)
        .having((taken) => taken.fn.sum("delta"), "<>", 0),
    )
    .execute();
}

/** Folds response times that are older than any report asks for into one row without a time; the totals stay the same. */
export async function foldResponseTimes(tx: TenantTx): Promise<void> {
  await tx
    .with("old", (db) =>
      db
        .selectFrom("ticket_response_deltas")
        .select("id")
        .where("responded_at", "<", sql<string>`now() - interval '8 days'`),
    )
    .with("taken", (db) =>
      db
        .deleteFrom("ticket_response_deltas")
        .where(({ and, or, eb, exists, selectFrom }) =>
          and([
            exists(selectFrom("old").select("id")),
            or([eb("responded_at", "is", null), eb("id", "in", selectFrom("old").select("id"))]),
          ]),
        )
        .returning(["responses", "response_ms"]),
    )
    .insertInto("ticket_response_deltas")
    .columns(["responses", "response_ms"])
    .expression((eb) =>
      eb
        .selectFrom("taken")
        .select([eb.fn.sum<number>("responses").as("responses"), eb.fn.sum<number>("response_ms").as("response_ms")])
        .having((taken) => taken.fn.sum("responses"), "<>", 0),
    )
    .execute();
}
