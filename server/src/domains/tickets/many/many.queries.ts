import type { ChangeOutcome } from "@deskhand/contract/desk/change-many";
import type { SnoozeUntil } from "@deskhand/contract/desk/snooze-until";
import type { TicketCategory, TicketPriority, TicketStatus } from "@deskhand/contract/vocabulary";
import { sql } from "kysely";
import { jsonObjectFrom } from "kysely/helpers/postgres";
import { givenRows } from "../../../platform/db/given-rows.ts";
import type { TenantTx } from "../../../platform/db/tenant.ts";

type Person = { id: string; name: string };

/** The fields of a ticket that can be changed for many tickets at once. */
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
  team: Person | null;
  snoozedUntil: SnoozeUntil | null;
  /** The ticket on which its conversation continues, if it was merged. */
  mergedInto: { id: string; ticketNumber: number } | null;
};

/**
 * Locks the tickets that exist until the transaction ends and returns them by id. They are locked in the order of their ids, so that two
 * concurrent changes cannot deadlock.
 */
export async function lockTickets(tx: TenantTx, ids: readonly string[]): Promise<Map<string, ChangeableTicket>> {
  const rows = await tx
    .selectFrom("support_tickets")
    .select(["id", "ticket_number as ticketNumber", "subject", "status", "is_archived as isArchived"])
    .select(["priority", "category", "labels as tags", "assigned_to as assignedTo", "snoozed_until as snoozedUntil"])
    .select("team_id as teamId")
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
  // Not a join: after waiting for a lock PostgreSQL reads the locked row again, but not the joined ones.
  const people = rows.flatMap(({ assignedTo }) => assignedTo ?? []);
  const assignees = await selectNames(tx, "users", people);
  const teamIds = rows.flatMap(({ teamId }) => teamId ?? []);
  const teams = await selectNames(tx, "teams", teamIds);
  return new Map(
    rows.map(({ assignedTo, teamId, snoozedUntil: at, ...row }) => {
      const [assignee, team] = [namedIn(assignees, assignedTo), namedIn(teams, teamId)];
      return [row.id, { ...row, assignee, team, snoozedUntil: at === "infinity" ? "answer" : at }];
    }),
  );
}

function namedIn(names: Map<string, string>, id: string | null): Person | null {
  return id === null ? null : { id, name: names.get(id) ?? "" };
}

async function selectNames(tx: TenantTx, of: "users" | "teams", ids: readonly string[]): Promise<Map<string, string>> {
  if (ids.length === 0) return new Map();
  const rows = await tx
    .selectFrom(of)
    .select(["id", "name"])
    .where("id", "=", sql<string>`any(${[...new Set(ids)]}::uuid[])`)
    .execute();
  return new Map(rows.map(({ id, name }) => [id, name]));
}

/** Selects the undo of a change for each of these tickets that it has changed already. */
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

/** Saves changed tickets; sets updated_at to now unless a ticket was only snoozed or woken. */
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
    team_id: "uuid",
    snoozed_until: "timestamptz",
    is_edited: "bool",
  };
  const rows = tickets.map(
    ({ id, status, priority, category, tags, assignee, team, snoozedUntil: until, isEdited }) => ({
      id,
      status,
      priority,
      category,
      labels: tags,
      assigned_to: assignee?.id ?? null,
      team_id: team?.id ?? null,
      is_edited: isEdited,
      snoozed_until: until === "answer" ? "infinity" : until,
    }),
  );
  await tx
    .updateTable("support_tickets as t")
    .from(givenRows(columns, rows))
    .set({
      status: sql<TicketStatus>`given.status`,
      // As in `statusColumns`: a new status or snooze clears the mark of a woken ticket.
      woken_at: sql<
        string | null
      >`case when t.status = given.status and t.snoozed_until is not distinct from given.snoozed_until then t.woken_at end`,
      snoozed_until: sql<string | null>`given.snoozed_until`,
      priority: sql<TicketPriority>`given.priority`,
      category: sql<TicketCategory>`given.category`,
      labels: sql<string[]>`given.labels`,
      assigned_to: sql<string | null>`given.assigned_to`,
      team_id: sql<string | null>`given.team_id`,
      updated_at: sql<string>`case when given.is_edited then clock_timestamp() else t.updated_at end`,
    })
    .where("t.id", "=", sql<string>`given.id`)
    .execute();
}
