import { limits, noSubject } from "@deskhand/contract/limits";
import type { WrittenFrom } from "@deskhand/contract/messages";
import type { ChannelName, TicketCategory, TicketPriority, TicketStatus } from "@deskhand/contract/vocabulary";
import { sql } from "kysely";
import { type Acting, actingOf, namedAuthor } from "../../../platform/acting.ts";
import { newId } from "../../../platform/db/ids.ts";
import { builtOnce } from "../../../platform/db/statement.ts";
import { storableText } from "../../../platform/db/storable-text.ts";
import type { TenantId, TenantTx } from "../../../platform/db/tenant.ts";
import { fail } from "../../../platform/fail.ts";
import { addedAt } from "../detail/ticket-detail.queries.ts";
import { messageRow, type NewMessage, namedNumbers, statusColumns, writtenFromColumns } from "./message-row.ts";
import { insertRecipients, keepSpellingsOf, recipientRows, timesOf } from "./messages.queries.ts";

/**
 * Takes the tenant's next ticket numbers and returns the first. Concurrent callers wait for this transaction, so no number is given
 * twice.
 */
export async function takeTicketNumbers(tx: TenantTx, count: number): Promise<number> {
  const { last_number } = await nextNumbers(tx, tx.tenantId, count).executeTakeFirstOrThrow();
  return last_number - count + 1;
}

function nextNumbers(db: Pick<TenantTx, "insertInto">, tenant: TenantId, count: number) {
  return db
    .insertInto("ticket_number_counters")
    .values({ client_id: tenant, last_number: count })
    .onConflict((conflict) =>
      conflict.column("client_id").doUpdateSet({ last_number: sql`ticket_number_counters.last_number + ${count}` }),
    )
    .returning("last_number");
}

export type NewTicket = {
  subject: string;
  description: string;
  preview: string;
  /** The channel of its first message, or what else made it. */
  source: ChannelName | "agent" | "import";
  customerId: string | null;
  /** Null unless a colleague created it. */
  createdBy: string | null;
  /** Who made it, if that is no person, so that its trail has a name. */
  madeBy?: Acting;
  status?: TicketStatus;
  priority?: TicketPriority;
  category?: TicketCategory;
  tags?: string[];
  dueDate?: string | null;
  /** An active colleague. */
  assignee?: { id: string; name: string } | null;
  /** Whether the sender of its first mail could not be verified; absent, nobody doubts it. */
  isUnverified?: boolean;
  /** The address its first mail was written from, if answers go elsewhere. */
  writtenFrom?: WrittenFrom | null;
  /** The ticket that its first mail refers to. */
  namedTicketId?: string | null;
  createdAt?: string;
};
type TicketRow = Omit<NewTicket, "assignee"> & {
  id: string;
  ticketNumber: number;
  assignedTo: string | null;
  teamId?: string | null;
  updatedAt?: string;
};

type InsertedTicket = {
  row: Omit<ReturnType<typeof rowOf>, "ticket_number"> & { attachment_count: number };
  message: ReturnType<typeof messageRow>;
  times: Pick<NewMessage, "createdAt" | "acceptedAt">;
  step: { id: string; ticket_id: string; actor_id: string | null; details: string };
  recipients: string;
  tenantId: TenantId;
  isAsked?: true;
};

const insertTicketQuery = builtOnce(
  (db, { row, message, times, step, recipients, tenantId, ...more }: InsertedTicket) => {
    const now = sql<string>`clock_timestamp()`;
    return db
      .with("number", (cte) => nextNumbers(cte, tenantId, 1))
      .with("message", (cte) =>
        cte
          .insertInto("ticket_messages")
          .values({ ...message, ...timesOf({ ...times }) })
          .returning(["created_at", "added_at"]),
      )
      .with("recipients", (cte) => insertRecipients(cte, recipients))
      .with("step", (cte) => cte.insertInto("ticket_activities").values({ ...step, kind: "created", created_at: now }))
      .insertInto("support_tickets")
      .values((eb) => ({
        ...row,
        ticket_number: eb.selectFrom("number").select("last_number"),
        message_count: 1,
        ...("isAsked" in more && {
          waiting_since: eb.selectFrom("message").select("created_at"),
          customer_wrote_at: eb.selectFrom("message").select(addedAt("message").as("added_at")),
        }),
      }))
      .returning("ticket_number as ticketNumber");
  },
);

/**
 * Writes a new ticket with its first message, first step and file count in one statement. The number counter stays locked until the
 * commit.
 */
export async function insertTicket(
  tx: TenantTx,
  ticket: Omit<TicketRow, "ticketNumber">,
  first: Omit<NewMessage, "ticketId">,
  fileCount: number,
): Promise<{ ticketNumber: number; subject: string; authorName: string }> {
  const message = messageRow({ ...first, ticketId: ticket.id });
  const { ticket_number: _, ...row } = rowOf({ ...ticket, ticketNumber: 0 });
  const by = ticket.madeBy ?? actingOf(ticket.createdBy);
  const details = JSON.stringify({ source: ticket.source, ...namedAuthor(by) });
  const stepId = newId();
  const query = insertTicketQuery({
    row: { ...row, attachment_count: fileCount },
    message,
    times: {
      ...(first.createdAt && { createdAt: first.createdAt }),
      ...(first.acceptedAt && { acceptedAt: first.acceptedAt }),
    },
    step: { id: stepId, ticket_id: ticket.id, actor_id: ticket.createdBy, details },
    recipients: recipientRows([first]),
    tenantId: tx.tenantId,
    ...(first.isFromCustomer && !first.isAutomatic && { isAsked: true }),
  });
  const [inserted] = (await tx.executeQuery(query)).rows;
  if (!inserted) throw new Error("A ticket was not written");
  await keepSpellingsOf(tx, first);
  const createdStep = { messageId: first.id, isFromCustomer: first.isFromCustomer };
  tx.noted.push({
    id: stepId,
    about: ticket.id,
    kind: "created",
    details: createdStep,
    by,
  });
  return { ticketNumber: inserted.ticketNumber, subject: row.subject, authorName: message.author_name };
}

/** Inserts tickets; their counts are set when their messages are added. */
export async function insertTickets(tx: TenantTx, tickets: TicketRow[]): Promise<void> {
  await tx.insertInto("support_tickets").values(tickets.map(rowOf)).execute();
}

function rowOf({ createdAt, updatedAt = createdAt, status, priority, category, ...ticket }: TicketRow) {
  const subject = storableText(ticket.subject, limits.mailSubjectLength).trim() || noSubject;
  const description = storableText(ticket.description, limits.replyLength);
  return {
    id: ticket.id,
    ticket_number: ticket.ticketNumber,
    subject,
    description,
    named_numbers: namedNumbers(subject, description),
    preview: storableText(ticket.preview),
    source: ticket.source,
    customer_id: ticket.customerId,
    created_by: ticket.createdBy,
    assigned_to: ticket.assignedTo,
    labels: ticket.tags ?? [],
    due_date: ticket.dueDate ?? null,
    is_unverified: ticket.isUnverified ?? false,
    ...writtenFromColumns(ticket.writtenFrom ?? null),
    named_ticket_id: ticket.namedTicketId ?? null,
    ...(ticket.teamId && { team_id: ticket.teamId }),
    ...(status && { status }),
    ...(priority && { priority }),
    ...(category && { category }),
    ...(createdAt && { created_at: createdAt, updated_at: updatedAt }),
  };
}

export type LockedTicket = {
  id: string;
  ticketNumber: number;
  subject: string;
  status: TicketStatus;
  isArchived: boolean;
  isSnoozed: boolean;
  customerId: string | null;
  assignedTo: string | null;
  /** Whether a colleague has answered its customer. */
  isAnswered: boolean;
  /** The ticket it was merged into, if it is a shell; nothing may be added to it then. */
  mergedIntoId: string | null;
};

/** Locks a ticket until the transaction ends, so that additions to it follow each other. */
export async function lockTicket(tx: TenantTx, id: string): Promise<LockedTicket | undefined> {
  return (await tx.executeQuery(lockTicketQuery({ id }))).rows[0];
}

const lockTicketQuery = builtOnce((db, { id }: { id: string }) => lockQuery(db).where("id", "=", id));

/** Locks a ticket, or the one its conversation continues on. While this waited, that may have changed: the caller checks `isMergedInto`. */
export function lockTicketOf(tx: TenantTx, id: string): Promise<LockedTicket | undefined> {
  return lockQuery(tx).where("id", "=", sql<string>`ticket_root(${id}::uuid)`).executeTakeFirst();
}

function lockQuery(db: Pick<TenantTx, "selectFrom">) {
  return db
    .selectFrom("support_tickets")
    .select(["id", "ticket_number as ticketNumber", "subject", "status"])
    .select(["is_archived as isArchived", "is_snoozed as isSnoozed"])
    .select(["customer_id as customerId", "assigned_to as assignedTo", "merged_into_id as mergedIntoId"])
    .select(sql<boolean>`first_response_at is not null`.as("isAnswered"))
    .forNoKeyUpdate();
}

/** Whether a ticket's conversation continues on `root`. */
export async function isMergedInto(tx: TenantTx, id: string, root: string): Promise<boolean> {
  const { is } = await tx
    .selectNoFrom(sql<boolean>`ticket_root(${id}::uuid) is not distinct from ${root}::uuid`.as("is"))
    .executeTakeFirstOrThrow();
  return is;
}

/** Selects the ticket on which a merged ticket's conversation continues; undefined for an unknown ticket. */
function selectRootTicket(tx: TenantTx, id: string): Promise<{ id: string; ticketNumber: number } | undefined> {
  return tx
    .selectFrom("support_tickets")
    .select(["id", "ticket_number as ticketNumber"])
    .where("id", "=", sql<string>`ticket_root(${id}::uuid)`)
    .executeTakeFirst();
}

/** Saves a status and sets updated_at to now (docs/product.md#last-updated). */
export async function updateTicketStatus(tx: TenantTx, id: string, status: TicketStatus): Promise<void> {
  await tx
    .updateTable("support_tickets")
    .set({ ...statusColumns(status), updated_at: sql`clock_timestamp()` })
    .where("id", "=", id)
    .execute();
}

/** The editable fields of a ticket. */
export type EditableTicket = {
  subject: string;
  priority: TicketPriority;
  category: TicketCategory;
  tags: string[];
  dueDate: string | null;
  assignee: { id: string; name: string } | null;
  team: { id: string; name: string } | null;
};

/** Selects a ticket's editable fields and locks it until the transaction ends. */
export async function lockTicketForEdit(
  tx: TenantTx,
  id: string,
): Promise<(EditableTicket & { isArchived: boolean; mergedIntoId: string | null }) | undefined> {
  const row = await tx
    .selectFrom("support_tickets")
    .select(["subject", "priority", "category", "labels", "due_date", "is_archived", "assigned_to", "team_id"])
    .select("merged_into_id as mergedIntoId")
    .where("id", "=", id)
    .forNoKeyUpdate()
    .executeTakeFirst();
  if (!row) return undefined;
  const { labels, due_date, is_archived, assigned_to, team_id, ...columns } = row;
  const assignee = assigned_to === null ? null : await selectAssignee(tx, assigned_to);
  const team = team_id === null ? null : await selectTeamName(tx, team_id);
  return { ...columns, tags: labels, dueDate: due_date, assignee, team, isArchived: is_archived };
}

// Not a join: after waiting for a lock PostgreSQL reads the locked row again, but not the joined ones.
function selectAssignee(tx: TenantTx, id: string): Promise<{ id: string; name: string }> {
  return tx.selectFrom("users").select(["id", "name"]).where("id", "=", id).executeTakeFirstOrThrow();
}

function selectTeamName(tx: TenantTx, id: string): Promise<{ id: string; name: string }> {
  return tx.selectFrom("teams").select(["id", "name"]).where("id", "=", id).executeTakeFirstOrThrow();
}

/** Saves edited fields and sets updated_at to now. */
export async function updateTicketValues(tx: TenantTx, id: string, values: Partial<EditableTicket>): Promise<void> {
  const { tags, dueDate, assignee, team, ...columns } = values;
  await tx
    .updateTable("support_tickets")
    .set({
      ...columns,
      ...(tags && { labels: tags }),
      ...(dueDate !== undefined && { due_date: dueDate }),
      ...(assignee !== undefined && { assigned_to: assignee?.id ?? null }),
      ...(team !== undefined && { team_id: team?.id ?? null }),
      updated_at: sql`clock_timestamp()`,
    })
    .where("id", "=", id)
    .execute();
}

export async function ticketExists(tx: TenantTx, id: string): Promise<boolean> {
  return !!(await tx.selectFrom("support_tickets").select("id").where("id", "=", id).executeTakeFirst());
}

/** Deletes a ticket's row and all rows that belong to it. */
export async function deleteTicketRow(tx: TenantTx, id: string): Promise<void> {
  await tx.deleteFrom("support_tickets").where("id", "=", id).execute();
}

/** Refuses a change of a merged ticket, and names the ticket on which its conversation continues. */
export async function refuseMerged(
  tx: TenantTx,
  { id, mergedIntoId }: { id: string; mergedIntoId: string | null },
): Promise<void> {
  if (mergedIntoId === null) return;
  const into = await selectRootTicket(tx, id);
  throw into ? fail("ticket_merged", { into }) : fail("ticket_not_found");
}
