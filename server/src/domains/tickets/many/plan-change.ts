import type { ChangedItem, ChangeOutcome } from "@deskhand/contract/desk/change-many";
import type { SnoozeUntil } from "@deskhand/contract/desk/snooze-until";
import { limits } from "@deskhand/contract/limits";
import type { Acting } from "../../../platform/acting.ts";
import { fail } from "../../../platform/fail.ts";
import type { Step } from "../rows/trail.queries.ts";
import { futureTime, refuseTooFar } from "../snoozing/snooze-ticket.ts";
import { isArchived, reopeningOf } from "../work/change-status.ts";
import { type Found, planAssignment } from "../work/plan-assignment.ts";
import { editTags } from "../work/update-ticket.ts";
import type { ChangeableTicket } from "./many.queries.ts";

type Undo = NonNullable<ChangeOutcome["undo"]>;
/** A planned change: the ticket afterwards, the steps of its trail, and its undo. */
export type PlannedChange = { after: ChangeableTicket & { isEdited: boolean }; steps: Step[]; undo: Undo };
/** A ticket's change; `handsOutFrom` takes it from this person, or from nobody, for whose turn it is in its team. */
export type PlannedItem = ChangedItem & { handsOutFrom?: string | null };

/** Plans a change of a ticket at `now` by the rules of a single change, and refuses what that would refuse; null if nothing changes. */
export function planChange(
  before: ChangeableTicket,
  item: PlannedItem,
  by: Acting,
  found: Found,
  now: Date,
): PlannedChange | null {
  if (before.mergedInto) throw fail("ticket_merged", { into: before.mergedInto });
  const status = planStatus(before, item, by, now);
  const snooze = planSnooze(before, item, now);
  // An archived ticket can be edited only if the same change reopens it.
  const isOpened = before.isArchived && status !== null && !isArchived(status.to);
  // Before a team is asked, so that nobody's turn is taken for a change that is refused.
  if (before.isArchived && !isOpened && comesToTeam(before, item)) throw fail("ticket_archived");
  const edits = planEdits(before, item, by, found);
  if (edits.steps.length + snooze.steps.length > 0 && before.isArchived && !isOpened) throw fail("ticket_archived");
  const isEdited = status !== null || edits.steps.length > 0;
  if (!isEdited && snooze.steps.length === 0) return null;
  const after = { ...before, ...edits.values, ...snooze.values, ...status?.values, isEdited };
  const statusSteps = status?.steps ?? [];
  const steps = [...(isOpened ? [...statusSteps, ...edits.steps] : [...edits.steps, ...statusSteps]), ...snooze.steps];
  return { after, steps, undo: undoOf(before, after, edits) };
}

function comesToTeam(before: ChangeableTicket, { change: { teamId } }: ChangedItem): boolean {
  return teamId !== undefined && teamId !== (before.team?.id ?? null);
}

function planStatus(before: ChangeableTicket, { change, expected }: ChangedItem, by: Acting, now: Date) {
  const { status: to } = change;
  const { id, status: from } = before;
  if (to === undefined || to === from) return null;
  if (expected.status !== undefined && expected.status !== from) {
    throw fail("ticket_status_changed_meanwhile", { status: from });
  }
  if (before.isArchived && isArchived(to)) throw fail("ticket_archived");
  const steps: Step[] = before.isArchived ? [reopeningOf(before, by).step] : [];
  const openStatus = before.isArchived ? "open" : from;
  if (to !== openStatus) {
    steps.push({ ticketId: id, kind: "status_changed", details: { from: openStatus, to } });
  }
  const newSnooze = before.isArchived ? (change.snoozedUntil ?? null) : null;
  if (newSnooze !== null) steps.push(snoozeStep(id, newSnooze, now));
  // An archived ticket is not snoozed.
  const snooze = isArchived(to) ? { snoozedUntil: null } : newSnooze === null ? {} : { snoozedUntil: newSnooze };
  return { to, values: { status: to, isArchived: isArchived(to), ...snooze }, steps };
}

/** Plans a snooze or its end; with a new status, `planStatus` decides that. */
function planSnooze(before: ChangeableTicket, { change, expected }: ChangedItem, now: Date) {
  const { snoozedUntil: to, status } = change;
  if (to === undefined || status !== undefined || isSameTime(to, before.snoozedUntil)) return { steps: [], values: {} };
  if (expected.snoozedUntil === undefined) refusePast(to, now);
  else if (!isSameTime(expected.snoozedUntil, before.snoozedUntil)) {
    throw fail("ticket_changed_meanwhile", { field: "snoozedUntil", value: before.snoozedUntil });
  }
  const step: Step = to === null ? { ticketId: before.id, kind: "woken", details: {} } : snoozeStep(before.id, to, now);
  return { steps: [step], values: { snoozedUntil: to } };
}

function isSameTime(first: SnoozeUntil | null, second: SnoozeUntil | null): boolean {
  if (first === null || second === null || first === "answer" || second === "answer") return first === second;
  return Date.parse(first) === Date.parse(second);
}

// An undo may restore a time that is over by now; a newly chosen time has to be in the future.
function refusePast(until: SnoozeUntil | null, now: Date): void {
  if (until !== null && until !== "answer") futureTime(until, now);
}

/** A time that is over by now is allowed: the ticket is then woken as usual. */
function snoozeStep(ticketId: string, until: SnoozeUntil, now: Date): Step {
  if (until !== "answer") refuseTooFar(new Date(until), now);
  return { ticketId, kind: "snoozed", details: { to: until === "answer" ? null : until } };
}

function planEdits(before: ChangeableTicket, item: PlannedItem, by: Acting, found: Found) {
  const { change, expected } = item;
  const { id: ticketId, category: from } = before;
  const steps: Step[] = [];
  const values: Partial<Pick<ChangeableTicket, "priority" | "category" | "tags" | "assignee" | "team">> = {};
  const { priority } = change;
  if (priority !== undefined && priority !== before.priority) {
    if (expected.priority !== undefined && expected.priority !== before.priority) {
      throw fail("ticket_changed_meanwhile", { field: "priority", value: before.priority });
    }
    values.priority = priority;
    steps.push({ ticketId, kind: "priority_changed", details: { from: before.priority, to: priority } });
  }
  const { category: to } = change;
  if (to !== undefined && to !== from) {
    if (expected.category !== undefined && expected.category !== from) {
      throw fail("ticket_changed_meanwhile", { field: "category", value: from });
    }
    values.category = to;
    steps.push({ ticketId, kind: "category_changed", details: { from, to } });
  }
  const { tags, added, removed } = editTags(before.tags, change);
  if (added.length > 0 || removed.length > 0) {
    if (added.length > 0 && tags.length > limits.tagsOnTicket) throw fail("too_many_tags");
    values.tags = tags;
    const details = { from: removed.join(", ") || null, to: added.join(", ") || null };
    steps.push({ ticketId, kind: "tags_changed", details });
  }
  const assignment = planAssignment(ticketId, by, before, item, found);
  steps.push(...assignment.steps);
  return { values: Object.assign(values, assignment.values), steps, added, removed };
}

function undoOf(
  before: ChangeableTicket,
  after: ChangeableTicket,
  edits: { added: string[]; removed: string[] },
): Undo {
  const undo: Undo = { change: { addTags: edits.removed, removeTags: edits.added }, expected: {} };
  if (before.status !== after.status) {
    undo.change.status = before.status;
    undo.expected.status = after.status;
    if (before.snoozedUntil !== null && after.isArchived) undo.change.snoozedUntil = before.snoozedUntil;
  } else if (!isSameTime(before.snoozedUntil, after.snoozedUntil)) {
    undo.change.snoozedUntil = before.snoozedUntil;
    undo.expected.snoozedUntil = after.snoozedUntil;
  }
  if (before.priority !== after.priority) {
    undo.change.priority = before.priority;
    undo.expected.priority = after.priority;
  }
  if (before.category !== after.category) {
    undo.change.category = before.category;
    undo.expected.category = after.category;
  }
  const [oldAssignee, newAssignee] = [before.assignee?.id ?? null, after.assignee?.id ?? null];
  const [oldTeam, newTeam] = [before.team?.id ?? null, after.team?.id ?? null];
  if (oldTeam !== newTeam) {
    undo.change.teamId = oldTeam;
    undo.expected.teamId = newTeam;
  }
  // With a team the assignee is always named, as the earlier team would choose one itself.
  if (oldAssignee !== newAssignee || oldTeam !== newTeam) {
    undo.change.assignedTo = oldAssignee;
    undo.expected.assignedTo = newAssignee;
  }
  return undo;
}
