import type { TicketStatus } from "@deskhand/contract/vocabulary";
import { sql } from "kysely";
import type { TenantTx } from "../../../platform/db/tenant.ts";
import { addedAt } from "../detail/ticket-detail.queries.ts";

/** A ticket of which a merge is made or undone, locked. */
export type MergedTicket = {
  id: string;
  ticketNumber: number;
  status: TicketStatus;
  isArchived: boolean;
  isSnoozed: boolean;
  /** Null unless it is put off; 'infinity' until its customer answers. */
  snoozedUntil: string | null;
  waitingSince: string | null;
  customerId: string | null;
  mergedIntoId: string | null;
};

/** Locks tickets in the order of their ids, so that two who need several of them wait for each other in no circle. */
export function lockForMerge(tx: TenantTx, ids: readonly string[]): Promise<MergedTicket[]> {
  return tx
    .selectFrom("support_tickets")
    .select(["id", "ticket_number as ticketNumber", "status", "is_archived as isArchived", "is_snoozed as isSnoozed"])
    .select(["snoozed_until as snoozedUntil", "waiting_since as waitingSince"])
    .select(["customer_id as customerId", "merged_into_id as mergedIntoId"])
    .where("id", "=", sql<string>`any(${ids}::uuid[])`)
    .orderBy("id")
    .forNoKeyUpdate()
    .execute();
}

/** The ticket on which a ticket's conversation goes on; undefined where there is no such ticket. */
export async function selectRoot(tx: TenantTx, id: string): Promise<string | undefined> {
  const { root } = await tx
    .selectNoFrom(sql<string | null>`ticket_root(${id}::uuid)`.as("root"))
    .executeTakeFirstOrThrow();
  return root ?? undefined;
}

/** The tickets that were merged into a ticket, themselves and not by way of others. */
export async function selectMergedInto(tx: TenantTx, id: string): Promise<string[]> {
  const rows = await tx
    .selectFrom("support_tickets")
    .select("id")
    .where("merged_into_id", "=", id)
    .orderBy("id")
    .execute();
  return rows.map((row) => row.id);
}

/** A ticket with all that were merged into it, by way of others too. */
export async function selectBranch(tx: TenantTx, id: string): Promise<string[]> {
  const rows = await tx
    .withRecursive("branch", (cte) =>
      cte
        .selectFrom("support_tickets as t")
        .select("t.id")
        .where("t.id", "=", id)
        .unionAll(
          cte.selectFrom("support_tickets as t").innerJoin("branch", "branch.id", "t.merged_into_id").select("t.id"),
        ),
    )
    .selectFrom("branch")
    .select("branch.id")
    .execute();
  return rows.map((row) => row.id);
}

/** Puts all messages, notes, files and waiting uploads of a ticket on another one, and the steps of its trail that tell of them. */
export async function moveContent(tx: TenantTx, from: string, to: string): Promise<void> {
  await tx
    .updateTable("ticket_messages")
    .set((eb) => ({ ticket_id: to, merged_from_id: eb.fn.coalesce("merged_from_id", sql<string>`${from}::uuid`) }))
    .where("ticket_id", "=", from)
    .execute();
  await followMessages(tx, from, to);
  await tx.updateTable("uploads").set({ ticket_id: to }).where("ticket_id", "=", from).execute();
}

/** Puts back on a ticket what came from it, or from those that were merged into it, and stands on another one. */
export async function takeContentBack(
  tx: TenantTx,
  branch: readonly string[],
  from: string,
  to: string,
): Promise<void> {
  await tx
    .updateTable("ticket_messages")
    .set({ ticket_id: to, merged_from_id: sql<string | null>`nullif(merged_from_id, ${to}::uuid)` })
    .where("ticket_id", "=", from)
    .where("merged_from_id", "=", sql<string>`any(${branch}::uuid[])`)
    .execute();
  await followMessages(tx, from, to);
}

/** Puts one message with its files, and the step that tells of it, on another ticket, as its own. */
export async function moveOneMessage(tx: TenantTx, messageId: string, from: string, to: string): Promise<void> {
  await tx
    .updateTable("ticket_messages")
    .set({ ticket_id: to, merged_from_id: null })
    .where("id", "=", messageId)
    .where("ticket_id", "=", from)
    .execute();
  await followMessages(tx, from, to);
}

// What tells of a message stands with it, so that what erases one finds the other.
async function followMessages(tx: TenantTx, from: string, to: string): Promise<void> {
  await tx
    .updateTable("ticket_attachments as a")
    .from("ticket_messages as m")
    .set({ ticket_id: to })
    .where("a.ticket_id", "=", from)
    .whereRef("m.id", "=", "a.message_id")
    .where("m.ticket_id", "=", to)
    .execute();
  await tx
    .updateTable("ticket_activities as a")
    .from("ticket_messages as m")
    .set({ ticket_id: to })
    .where("a.ticket_id", "=", from)
    .where(sql<boolean>`m.id = coalesce(a.details ->> 'messageId', a.details ->> 'noteId')::uuid`)
    .where("m.ticket_id", "=", to)
    .execute();
}

/** Makes a ticket the shell of one that was merged into another, and keeps how it was before, and the other's snooze that this ends. */
export async function closeAsMerged(
  tx: TenantTx,
  { id, status, snoozedUntil }: MergedTicket,
  into: string,
  endedSnooze: string | null,
): Promise<void> {
  const before = { status, snoozed_until: snoozedUntil, ended_snooze: endedSnooze };
  await tx
    .insertInto("ticket_merges")
    .values({ ticket_id: id, ...before })
    .execute();
  await tx
    .updateTable("support_tickets")
    .set({
      merged_into_id: into,
      status: "closed",
      snoozed_until: null,
      woken_at: null,
      updated_at: sql<string>`clock_timestamp()`,
    })
    .where("id", "=", id)
    .execute();
}

/** How a ticket was before it was merged, and whether its customer has written by way of it since; nothing of it is kept afterwards. */
export async function takeMerge(tx: TenantTx, id: string) {
  const row = await tx
    .deleteFrom("ticket_merges as g")
    .where("g.ticket_id", "=", id)
    .returning([
      "g.status",
      "g.snoozed_until as snoozedUntil",
      "g.merged_at as mergedAt",
      "g.ended_snooze as endedSnooze",
    ])
    .returning(sql<boolean>`g.snoozed_until > clock_timestamp()`.as("isStillSnoozed"))
    .returning(
      sql<boolean>`exists (select from ticket_messages m where m.ticket_id = g.ticket_id and m.message_type = 'email'
        and m.is_from_customer and not m.is_automatic and ${addedAt("m")} > g.merged_at)`.as("isAnswered"),
    )
    .executeTakeFirst();
  return row && { ...row, status: row.status as TicketStatus };
}

/**
 * Makes the shell of a merged ticket one of its own again. What was said until `settledBefore` needs no answer any more, as a
 * message has opened since what was done.
 */
export async function openMerged(
  tx: TenantTx,
  id: string,
  {
    status,
    snoozedUntil,
    settledBefore,
  }: { status: TicketStatus; snoozedUntil: string | null; settledBefore: string | null },
): Promise<void> {
  await tx
    .updateTable("support_tickets")
    .set({
      merged_into_id: null,
      status,
      snoozed_until: snoozedUntil,
      updated_at: sql<string>`clock_timestamp()`,
      ...(settledBefore !== null && { settled_before: settledBefore }),
    })
    .where("id", "=", id)
    .execute();
}

/** Sets that a ticket goes on with another one, which brought a question or not: with one, it is put off no more. */
export async function goOn(tx: TenantTx, id: string, isAsked: boolean): Promise<void> {
  await tx
    .updateTable("support_tickets")
    .set({ ...(isAsked && { snoozed_until: null }), updated_at: sql<string>`clock_timestamp()` })
    .where("id", "=", id)
    .execute();
}

/**
 * Puts a ticket off again until a time, where the merge that ended it is undone; false where something else has ended it since:
 * its customer's own message, that it was done, or that somebody put it off anew.
 */
export async function restoreSnooze(tx: TenantTx, id: string, until: string, mergedAt: string): Promise<boolean> {
  const { numUpdatedRows } = await tx
    .updateTable("support_tickets as t")
    .set({ snoozed_until: until, woken_at: null })
    .where("t.id", "=", id)
    .where(sql<boolean>`not t.is_archived and t.snoozed_until is null and ${until}::timestamptz > clock_timestamp()
      and (t.customer_wrote_at is null or t.customer_wrote_at < ${mergedAt}::timestamptz)
      and not exists (select from ticket_activities a where a.ticket_id = t.id and a.created_at > ${mergedAt}::timestamptz
        and (a.kind = 'snoozed' or (a.kind = 'status_changed' and a.details ->> 'to' in ('resolved', 'closed'))))`)
    .executeTakeFirst();
  return numUpdatedRows > 0n;
}

/** Gives a shell back the snooze that a merge into it ended, for when it is a ticket of its own again. */
export async function restoreShellSnooze(tx: TenantTx, id: string, until: string): Promise<void> {
  await tx
    .updateTable("ticket_merges")
    .set({ snoozed_until: sql<string>`coalesce(snoozed_until, ${until}::timestamptz)` })
    .where("ticket_id", "=", id)
    .execute();
}

/** Keeps a snooze that a merge ended with the next ticket that was merged into the same one since; false where there is none. */
export async function passOnSnooze(tx: TenantTx, into: string, until: string, mergedAt: string): Promise<boolean> {
  const { numUpdatedRows } = await tx
    .updateTable("ticket_merges as g")
    .set({ ended_snooze: until })
    .where(
      "g.ticket_id",
      "=",
      sql<string>`(select n.ticket_id from ticket_merges n join support_tickets t on t.id = n.ticket_id
        where t.merged_into_id = ${into} and n.merged_at > ${mergedAt}::timestamptz order by n.merged_at limit 1)`,
    )
    .executeTakeFirst();
  return numUpdatedRows > 0n;
}

/** Those that were merged into a shell that is about to go lead to where it led. */
export async function passOnMerged(tx: TenantTx, id: string, into: string): Promise<void> {
  await tx.updateTable("support_tickets").set({ merged_into_id: into }).where("merged_into_id", "=", id).execute();
}
