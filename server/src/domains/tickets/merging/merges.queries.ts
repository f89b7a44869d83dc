import type { TicketStatus } from "@deskhand/contract/vocabulary";
import { sql } from "kysely";
import type { TenantTx } from "../../../platform/db/tenant.ts";
import { addedAt } from "../detail/ticket-detail.queries.ts";

/** A locked ticket that is being merged or unmerged. */
export type MergedTicket = {
  id: string;
  ticketNumber: number;
  status: TicketStatus;
  isArchived: boolean;
  isSnoozed: boolean;
  /** Null unless it is snoozed; 'infinity' until its customer answers. */
  snoozedUntil: string | null;
  waitingSince: string | null;
  customerId: string | null;
  mergedIntoId: string | null;
};

/** Locks tickets in the order of their ids, so that two transactions cannot deadlock. */
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

/** Returns the ticket on which a ticket's conversation continues; undefined for an unknown ticket. */
export async function selectRoot(tx: TenantTx, id: string): Promise<string | undefined> {
  const { root } = await tx
    .selectNoFrom(sql<string | null>`ticket_root(${id}::uuid)`.as("root"))
    .executeTakeFirstOrThrow();
  return root ?? undefined;
}

/** Lists the tickets that were merged directly into a ticket. */
export async function selectMergedInto(tx: TenantTx, id: string): Promise<string[]> {
  const rows = await tx
    .selectFrom("support_tickets")
    .select("id")
    .where("merged_into_id", "=", id)
    .orderBy("id")
    .execute();
  return rows.map((row) => row.id);
}

/** Lists a ticket and all tickets that were merged into it, directly or by way of others. */
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

/** Moves all messages, notes, files and waiting uploads of a ticket to another one, with the steps of its trail that refer to them. */
export async function moveContent(tx: TenantTx, from: string, to: string): Promise<void> {
  await tx
    .updateTable("ticket_messages")
    .set((eb) => ({ ticket_id: to, merged_from_id: eb.fn.coalesce("merged_from_id", sql<string>`${from}::uuid`) }))
    .where("ticket_id", "=", from)
    .execute();
  await followMessages(tx, from, to);
  await tx.updateTable("uploads").set({ ticket_id: to }).where("ticket_id", "=", from).execute();
}

/** Moves content that came from a ticket, or from its branch, back to it. */
export async function moveContentBack(
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

/** Moves one message to another ticket, with its files and the step that refers to it. */
export async function moveOneMessage(tx: TenantTx, messageId: string, from: string, to: string): Promise<void> {
  await tx
    .updateTable("ticket_messages")
    .set({ ticket_id: to, merged_from_id: null })
    .where("id", "=", messageId)
    .where("ticket_id", "=", from)
    .execute();
  await followMessages(tx, from, to);
}

// Files and steps stay with their message, so that erasing it finds them.
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

/** Turns a merged ticket into a shell, and saves its former state and the target's snooze, which the merge ends. */
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

/** Deletes and returns the saved state of a ticket before its merge, and whether its customer has written by way of it since. */
export async function deleteMerge(tx: TenantTx, id: string) {
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
 * Turns a shell back into a ticket of its own. Messages until `settledBefore` need no answer any more: the ticket was archived, and a
 * later message reopened it.
 */
export async function openShell(
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

/** Marks a ticket as changed by a merge; a question from the other ticket (`isAsked`) ends its snooze. */
export async function touchMergeTarget(tx: TenantTx, id: string, isAsked: boolean): Promise<void> {
  await tx
    .updateTable("support_tickets")
    .set({ ...(isAsked && { snoozed_until: null }), updated_at: sql<string>`clock_timestamp()` })
    .where("id", "=", id)
    .execute();
}

/**
 * Restores a snooze when the merge that ended it is undone. Returns false if it would have ended since anyway: the customer wrote, the
 * ticket was archived, or somebody snoozed it again.
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

/** Gives a shell back the snooze that a merge into it ended, for when the shell itself is unmerged. */
export async function restoreShellSnooze(tx: TenantTx, id: string, until: string): Promise<void> {
  await tx
    .updateTable("ticket_merges")
    .set({ snoozed_until: sql<string>`coalesce(snoozed_until, ${until}::timestamptz)` })
    .where("ticket_id", "=", id)
    .execute();
}

/**
 * Hands an ended snooze on to the next ticket that was merged into the same one, to be restored with that; returns false if there is
 * none.
 */
export async function passOnEndedSnooze(tx: TenantTx, into: string, until: string, mergedAt: string): Promise<boolean> {
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

/** Redirects tickets that were merged into a shell, which is about to be deleted, to the shell's own target. */
export async function redirectMerged(tx: TenantTx, id: string, into: string): Promise<void> {
  await tx.updateTable("support_tickets").set({ merged_into_id: into }).where("merged_into_id", "=", id).execute();
}
