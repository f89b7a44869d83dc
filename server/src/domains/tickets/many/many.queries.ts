import type { ChangeOutcome } from "@deskhand/contract/desk/change-many";
import type { SnoozeUntil } from "@deskhand/contract/desk/snooze-until";
import type { TicketCategory, TicketPriority, TicketStatus } from "@deskhand/contract/vocabulary";
import { sql } from "kysely";
import { jsonObjectFrom } from "kysely/helpers/postgres";
import { givenRows } from "../../../platform/db/given-rows.ts";
import type { TenantTx } from "../../../platform/db/tenant.ts";

type Person = { id: string; name: string };

/** What of a ticket can be changed together with that of others. */
export type ChangeableTicket = {
  id: string;
  ticketNumber: number;
  subject: string;
  status: TicketStatus;
  isArchived: boolean;
  priority: TicketPriority;
  category: TicketCategory;
  tags: string[];
  assignee: Person | null;
  snoozedUntil: SnoozeUntil | null;
  /** The ticket on which its conversation goes on, where it was merged. */
  mergedInto: { id: string; ticketNumber: number } | null;
};

/**
 * The tickets that there are of these, by id, locked until the transaction ends: always in the order of their ids, so that of two
 * who change the same ones the second waits for the first and never both for each other.
 */
export async function lockTickets(tx: TenantTx, ids: readonly string[]): Promise<Map<string, ChangeableTicket>> {
  const rows = await tx
    .selectFrom("support_tickets")
    .select(["id", "ticket_number as ticketNumber", "subject", "status", "is_archived as isArchived"])
    .select(["priority", "category", "labels as tags", "assigned_to as assignedTo", "snoozed_until as snoozedUntil"])
    .select((eb) =>
      jsonObjectFrom(
        eb
          .selectFrom("support_tickets as root")
          .select(["root.id", "root.ticket_number as ticketNumber"])
          .where("root.id", "=", sql<string>`ticket_root(support_tickets.id)`)
          .where("support_tickets.merged_into_id", "is not", null),
      ).as("mergedInto"),
    )
    .where("id", "=", sql<string>`any(${ids}::uuid[])`)
    .orderBy("id")
    .forNoKeyUpdate()
    .execute();
  // Not joined above: a row that was waited for is looked at anew, but not what was joined to it.
  const assignees = await selectNames(
    tx,
    rows.flatMap(({ assignedTo }) => assignedTo ?? []),
  );
  return new Map(
    rows.map(({ assignedTo, snoozedUntil: at, ...row }) => {
      const name = assignedTo === null ? undefined : assignees.get(assignedTo);
      const assignee = assignedTo === null ? null : { id: assignedTo, name: name ?? "" };
      return [row.id, { ...row, assignee, snoozedUntil: at === "infinity" ? "answer" : at }];
    }),
  );
}

async function selectNames(tx: TenantTx, ids: readonly string[]): Promise<Map<string, string>> {
  if (ids.length === 0) return new Map();
  const rows = await tx
    .selectFrom("users")
    .select(["id", "name"])
    .where("id", "=", sql<string>`any(${[...new Set(ids)]}::uuid[])`)
    .execute();
  return new Map(rows.map(({ id, name }) => [id, name]));
}

/** What takes a change back, for each of these tickets that it has changed already. */
export async function selectUndos(
  tx: TenantTx,
  ticketIds: readonly string[],
  changeKey: string,
  actorId: string,
): Promise<Map<string, NonNullable<ChangeOutcome["undo"]>>> {
  const rows = await tx
    .selectFrom("ticket_activities")
    .select("ticket_id as ticketId")
    .select(sql<NonNullable<ChangeOutcome["undo"]>>`details -> 'undo'`.as("undo"))
    .where("ticket_id", "=", sql<string>`any(${ticketIds}::uuid[])`)
    .where("actor_id", "=", actorId)
    .where(sql<boolean>`details ->> 'change' = ${changeKey}`)
    .execute();
  return new Map(rows.map(({ ticketId, undo }) => [ticketId, undo]));
}

/** Saves what became of tickets, with updated_at = now but where one was only put off or brought back. */
export async function updateTickets(
  tx: TenantTx,
  tickets: readonly (Omit<ChangeableTicket, "ticketNumber" | "subject" | "isArchived" | "mergedInto"> & {
    isEdited: boolean;
  })[],
): Promise<void> {
  const columns = {
    id: "uuid",
    status: "text",
    priority: "text",
    category: "text",
    labels: "text[]",
    assigned_to: "uuid",
    snoozed_until: "timestamptz",
    is_edited: "bool",
  };
  const rows = tickets.map(({ id, status, priority, category, tags, assignee, snoozedUntil: until, isEdited }) => ({
    id,
    status,
    priority,
    category,
    labels: tags,
    assigned_to: assignee?.id ?? null,
    is_edited: isEdited,
    snoozed_until: until === "answer" ? "infinity" : until,
  }));
  await tx
    .updateTable("support_tickets as t")
    .from(givenRows(columns, rows))
    .set({
      status: sql<TicketStatus>`given.status`,
      // As `takenUp` has it of one: a new status takes it up after its snooze, and so does another snooze.
      woken_at: sql<
        string | null
      >`case when t.status = given.status and t.snoozed_until is not distinct from given.snoozed_until then t.woken_at end`,
      snoozed_until: sql<string | null>`given.snoozed_until`,
      priority: sql<TicketPriority>`given.priority`,
      category: sql<TicketCategory>`given.category`,
      labels: sql<string[]>`given.labels`,
      assigned_to: sql<string | null>`given.assigned_to`,
      updated_at: sql<string>`case when given.is_edited then clock_timestamp() else t.updated_at end`,
    })
    .where("t.id", "=", sql<string>`given.id`)
    .execute();
}
