import { limits } from "@deskhand/contract/limits";
import type { ticketEditSchema } from "@deskhand/contract/tickets";
import type * as z from "zod";
import type { Acting } from "../../../platform/acting.ts";
import type { TenantTx } from "../../../platform/db/tenant.ts";
import { emit } from "../../../platform/events.ts";
import { fail } from "../../../platform/fail.ts";
import { openTeams } from "../../teams/index.ts";
import { findColleague } from "../../tenants/index.ts";
import { type EditableTicket, lockTicketForEdit, refuseMerged, updateTicketValues } from "../rows/tickets.queries.ts";
import { recordActivity, type Step } from "../rows/trail.queries.ts";
import { planAssignment } from "./plan-assignment.ts";

type Edit = z.output<typeof ticketEditSchema> & { id: string };
type Change = Pick<Step, "kind"> & { details: { from: string | null; to: string | null } };

/**
 * Saves edited fields of a ticket, each with a step in its trail (docs/product.md#editing). A value that somebody else changed meanwhile
 * is not overwritten, unless it already is the wanted one, so a repeated request changes nothing.
 */
export async function updateTicket(tx: TenantTx, by: Acting, edit: Edit): Promise<void> {
  const before = await lockTicketForEdit(tx, edit.id);
  if (!before) throw fail("ticket_not_found");
  await refuseMerged(tx, { id: edit.id, mergedIntoId: before.mergedIntoId });
  if (before.isArchived) throw fail("ticket_archived");

  const values: Partial<EditableTicket> = {};
  const steps: Change[] = [...editPlainFields(before, edit, values), ...editTagList(before, edit, values)];
  const assignment = await editAssignment(tx, by, before, edit);
  Object.assign(values, assignment.values);
  if (Object.keys(values).length === 0) return;

  await updateTicketValues(tx, edit.id, values);
  const fieldSteps = steps.map((step) => ({ ticketId: edit.id, ...step }));
  await recordActivity(tx, by, ...fieldSteps, ...assignment.steps);
  if (assignment.event) await emit(tx, "ticket.assigned", assignment.event);
  await emit(tx, "ticket.updated", { ticketId: edit.id });
}

const stepKinds = {
  subject: "subject_changed",
  priority: "priority_changed",
  category: "category_changed",
  dueDate: "due_date_changed",
} as const;
type PlainFields = Pick<EditableTicket, keyof typeof stepKinds>;

function editPlainFields(before: PlainFields, edit: Edit, values: Partial<PlainFields>): Change[] {
  const steps: Change[] = [];
  // Skips a value that is already the wanted one; refuses if it is no longer the one that was shown.
  function change<Name extends keyof PlainFields>(
    field: Name,
    wanted?: PlainFields[Name],
    expected?: PlainFields[Name],
  ): void {
    const current = before[field];
    if (wanted === undefined || wanted === current) return;
    if (expected !== undefined && expected !== current) {
      throw fail("ticket_changed_meanwhile", { field, value: current });
    }
    values[field] = wanted;
    steps.push({ kind: stepKinds[field], details: { from: current, to: wanted } });
  }
  const { expected } = edit;
  change("subject", edit.subject, expected.subject);
  change("priority", edit.priority, expected.priority);
  change("category", edit.category, expected.category);
  change("dueDate", inUtc(edit.dueDate), inUtc(expected.dueDate));
  return steps;
}

function inUtc(date: string | null | undefined): string | null | undefined {
  return date && new Date(date).toISOString();
}

function editTagList(before: EditableTicket, edit: Edit, values: Partial<EditableTicket>): Change[] {
  const { tags, added, removed } = editTags(before.tags, edit);
  if (added.length === 0 && removed.length === 0) return [];
  if (added.length > 0 && tags.length > limits.tagsOnTicket) throw fail("too_many_tags");
  values.tags = tags;
  const details = { from: removed.join(", ") || null, to: added.join(", ") || null };
  return [{ kind: "tags_changed", details }];
}

/** Removes and adds tags, ignoring case; existing tags keep their spelling. */
export function editTags(tags: string[], { addTags, removeTags }: Pick<Edit, "addTags" | "removeTags">) {
  const fold = (tag: string) => tag.toLowerCase();
  const unwanted = new Set(removeTags.map(fold));
  const remaining = tags.filter((tag) => !unwanted.has(fold(tag)));
  const existing = new Set(remaining.map(fold));
  const added = addTags.filter((tag) => !existing.has(fold(tag)) && existing.add(fold(tag)));
  return { tags: [...remaining, ...added], added, removed: tags.filter((tag) => unwanted.has(fold(tag))) };
}

/** Plans whose the ticket becomes; a team that gives it to a member notes that it was their turn. */
async function editAssignment(tx: TenantTx, by: Acting, before: EditableTicket, edit: Edit) {
  const { assignedTo = null, teamId = null } = edit;
  const isSomebodyElse = assignedTo !== null && assignedTo !== before.assignee?.id;
  const assignee = isSomebodyElse ? await findColleague(tx, assignedTo) : null;
  const teams = await openTeams(tx, teamId === null || teamId === before.team?.id ? [] : [teamId]);
  const team = teamId === null ? null : teams.get(teamId);
  const planned = planAssignment(edit.id, by, before, { change: edit, expected: edit.expected }, { assignee, team });
  await teams.close();
  return planned;
}
