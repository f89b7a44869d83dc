import type { TicketCategory, TicketPriority } from "@deskhand/contract/vocabulary";
import { sql } from "kysely";
import type { TenantTx } from "../../../platform/db/tenant.ts";

/** What of a ticket can be edited. */
export type EditableTicket = {
  subject: string;
  priority: TicketPriority;
  category: TicketCategory;
  tags: string[];
  dueDate: string | null;
  assignee: { id: string; name: string } | null;
};

/** A ticket's editable values, locked until the transaction ends. */
export async function selectTicketForEdit(
  tx: TenantTx,
  id: string,
): Promise<(EditableTicket & { isArchived: boolean }) | undefined> {
  const row = await tx
    .selectFrom("support_tickets")
    .select(["subject", "priority", "category", "labels", "due_date", "is_archived", "assigned_to"])
    .where("id", "=", id)
    .forNoKeyUpdate()
    .executeTakeFirst();
  if (!row) return undefined;
  const { labels, due_date, is_archived, assigned_to, ...same } = row;
  const assignee = assigned_to === null ? null : await selectAssignee(tx, assigned_to);
  return { ...same, tags: labels, dueDate: due_date, assignee, isArchived: is_archived };
}

// Not joined above: a row that was waited for is looked at anew, but not what was joined to it.
function selectAssignee(tx: TenantTx, id: string): Promise<{ id: string; name: string }> {
  return tx.selectFrom("users").select(["id", "name"]).where("id", "=", id).executeTakeFirstOrThrow();
}

/** Saves what was edited, with updated_at = now. */
export async function updateTicketValues(tx: TenantTx, id: string, values: Partial<EditableTicket>): Promise<void> {
  const { tags, dueDate, assignee, ...same } = values;
  await tx
    .updateTable("support_tickets")
    .set({
      ...same,
      ...(tags && { labels: tags }),
      ...(dueDate !== undefined && { due_date: dueDate }),
      ...(assignee !== undefined && { assigned_to: assignee?.id ?? null }),
      updated_at: sql`clock_timestamp()`,
    })
    .where("id", "=", id)
    .execute();
}

/** Removes a ticket's row and everything that belongs to it. */
export async function deleteTicketRow(tx: TenantTx, id: string): Promise<void> {
  await tx.deleteFrom("support_tickets").where("id", "=", id).execute();
}
