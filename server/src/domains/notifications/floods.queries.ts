import { limits } from "@deskhand/contract/limits";
import { sql } from "kysely";
import { newId } from "../../platform/db/ids.ts";
import type { TenantTx } from "../../platform/db/tenant.ts";

/** The flood that a new ticket belongs to, and how far people have been told of it. */
export type Flood = {
  id: string;
  tickets: number;
  beganAt: string;
  lastAt: string;
  /** Whether it began with this ticket. */
  isNew: boolean;
  /** Whether it should be announced again after a while. */
  isAgain: boolean;
};

const { floodTickets, floodMinutes } = limits;
/** A flood continues until there are fewer tickets than these in the same time. */
const goesOnFrom = floodTickets / 2;

const now = sql<string>`clock_timestamp()`;
// The statement's time lets the index by time answer; the clock's would be compared with each ticket of the store.
const ago = sql<string>`statement_timestamp() - make_interval(mins => ${floodMinutes})`;
const columns = ["id", "tickets", "began_at as beganAt", "last_at as lastAt"] as const;

/**
 * Counts a new ticket into its flood; undefined while there is none. Making a ticket locks the tenant's next number
 * until the transaction ends, so no two run at once.
 */
export async function joinFlood(tx: TenantTx): Promise<Flood | undefined> {
  const lately = tx
    .selectFrom("support_tickets")
    .select("id")
    .where("created_at", ">", ago)
    .limit(floodTickets + 1);
  const goingOn = tx
    .selectFrom("ticket_floods")
    .select(["id", sql<boolean>`renewed_at < ${ago}`.as("isAgain")])
    .where("last_at", ">", ago)
    .orderBy("last_at", "desc")
    .limit(1);
  const { count, id, isAgain } = await tx
    .selectFrom(
      tx
        .selectFrom(lately.as("ticket"))
        .select((eb) => eb.fn.countAll<number>().as("count"))
        .as("counted"),
    )
    .leftJoin(goingOn.as("flood"), (join) => join.onTrue())
    .select(["counted.count", "flood.id", "flood.isAgain"])
    .executeTakeFirstOrThrow();
  if (id !== null && count >= goesOnFrom) return growFlood(tx, id, isAgain === true);
  return count > floodTickets ? beginFlood(tx) : undefined;
}

async function beginFlood(tx: TenantTx): Promise<Flood> {
  const flood = await tx
    .insertInto("ticket_floods")
    .columns(["id", "began_at", "last_at", "tickets", "renewed_at"])
    .expression((eb) =>
      eb
        .selectFrom("support_tickets")
        .select(({ fn }) => [
          ...[sql<string>`${newId()}::uuid`.as("id"), fn.min("created_at").as("began_at"), now.as("last_at")],
          ...[fn.countAll<number>().as("tickets"), now.as("renewed_at")],
        ])
        .where("created_at", ">", ago),
    )
    .returning(columns)
    .executeTakeFirstOrThrow();
  return { ...flood, isNew: true, isAgain: false };
}

async function growFlood(tx: TenantTx, id: string, isAgain: boolean): Promise<Flood> {
  const flood = await tx
    .updateTable("ticket_floods")
    .set((eb) => ({ tickets: eb("tickets", "+", 1), last_at: now }))
    .$if(isAgain, (query) => query.set({ renewed_at: now }))
    .where("id", "=", id)
    .returning(columns)
    .executeTakeFirstOrThrow();
  return { ...flood, isNew: false, isAgain };
}

/** Deletes the unread notifications of a flood's single tickets, which the flood's own replaces. */
export async function deleteToldByFlood(tx: TenantTx): Promise<void> {
  const lately = tx.selectFrom("support_tickets").select("id").where("created_at", ">", ago);
  const locked = tx
    .selectFrom("notifications")
    .select(["user_id", "id"])
    .where("type", "=", "new_ticket")
    .where("is_read", "=", false)
    .where("ticket_id", "in", lately)
    .orderBy("user_id")
    .orderBy("id")
    .forUpdate();
  await tx
    .deleteFrom("notifications")
    .where(({ eb, refTuple }) => eb(refTuple("user_id", "id"), "in", locked.$asTuple("user_id", "id")))
    .execute();
}

/** Deletes floods without notifications. */
export async function deleteOldFloods(tx: TenantTx): Promise<void> {
  await tx
    .deleteFrom("ticket_floods")
    .where("last_at", "<", sql<string>`now() - make_interval(days => ${limits.notificationDays})`)
    .execute();
}
