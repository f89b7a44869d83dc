import type { ChangedItem, ChangeOutcome } from "@deskhand/contract/desk/change-many";
import type { TicketStatus } from "@deskhand/contract/vocabulary";
import type { Acting } from "../../../platform/acting.ts";
import type { TenantTx } from "../../../platform/db/tenant.ts";
import { emit } from "../../../platform/events.ts";
import { Failure, fail } from "../../../platform/fail.ts";
import { openTeams } from "../../teams/index.ts";
import { findColleague } from "../../tenants/index.ts";
import { returnKeptOf } from "../rows/return-kept.queries.ts";
import { recordActivity } from "../rows/trail.queries.ts";
import { type ChangeableTicket, lockTickets, selectUndos, updateTickets } from "./many.queries.ts";
import { type PlannedChange, type PlannedItem, planChange } from "./plan-change.ts";

type ChangeRequest = { idempotencyKey: string; items: readonly PlannedItem[] };
type Planned = PlannedChange & { before: ChangeableTicket };

/**
 * Changes several tickets; one that is refused does not stop the others (docs/product.md#many-at-once). The changes are planned one by
 * one and written together. A repeated request finds its earlier results by its key.
 */
export async function changeMany(
  tx: TenantTx,
  by: Acting,
  { idempotencyKey: key, items }: ChangeRequest,
): Promise<{ results: ChangeOutcome[] }> {
  const ids = items.map(({ id }) => id);
  const tickets = await lockTickets(tx, ids);
  // Read after the locks, as a first attempt may have been running until now.
  const earlierUndos = by.userId === null ? new Map<string, never>() : await selectUndos(tx, ids, key, by.userId);
  const colleagues = await findColleagues(tx, items);
  // The team that a ticket comes to, or its own where that hands it out.
  const teamOf = ({ id, change: { teamId = null }, handsOutFrom }: PlannedItem) => {
    const own = tickets.get(id)?.team?.id ?? null;
    return handsOutFrom !== undefined ? own : teamId === own ? null : teamId;
  };
  const teams = await openTeams(
    tx,
    items.flatMap((item) => teamOf(item) ?? []),
  );
  const planned: Planned[] = [];
  // Read after the locks, which may have taken a while.
  const now = new Date();
  const results = items.map((item): ChangeOutcome => {
    const { id } = item;
    const before = tickets.get(id);
    const ticketNumber = before?.ticketNumber ?? null;
    const undo = earlierUndos.get(id);
    if (undo) return { id, ticketNumber, outcome: "changed", error: null, undo };
    try {
      if (!before) throw fail("ticket_not_found");
      const teamId = teamOf(item);
      const team = teamId === null ? null : teams.get(teamId);
      const plan = planChange(
        before,
        item,
        by,
        { assignee: colleagues.get(item.change.assignedTo ?? null), team },
        now,
      );
      if (plan === null) return { id, ticketNumber, outcome: "unchanged", error: null, undo: null };
      planned.push({ ...plan, before });
      return { id, ticketNumber, outcome: "changed", error: null, undo: plan.undo };
    } catch (error) {
      // A refusal from the catalogue is this ticket's result; any other error fails the request.
      if (!(error instanceof Failure)) throw error;
      const { code, message } = error;
      return { id, ticketNumber, outcome: "refused", error: { code, message }, undo: null };
    }
  });
  if (planned.length > 0) await save(tx, by, key, planned);
  await teams.close();
  return { results };
}

/** Finds the people whom tickets are assigned to, by id; the key null is nobody. Ids of people who are no active colleagues are missing. */
async function findColleagues(tx: TenantTx, items: readonly ChangedItem[]) {
  const found = new Map<string | null, { id: string; name: string } | null>([[null, null]]);
  // In a fixed order, as each row stays locked until the transaction ends.
  for (const id of [...new Set(items.flatMap(({ change }) => change.assignedTo ?? []))].sort()) {
    const colleague = await findColleague(tx, id);
    if (colleague) found.set(id, colleague);
  }
  return found;
}

async function save(tx: TenantTx, by: Acting, key: string, planned: readonly Planned[]): Promise<void> {
  const { userId: actorId } = by;
  await updateTickets(
    tx,
    planned.map(({ after }) => after),
  );
  const archived = planned.filter(({ before, after }) => after.isArchived && !before.isArchived);
  await returnKeptOf(
    tx,
    archived.map(({ after }) => after.id),
    "ticket_archived",
  );
  const steps = planned.flatMap(({ steps: [first, ...others], undo }) =>
    first ? [{ ...first, details: { ...first.details, change: key, undo } }, ...others] : [],
  );
  await recordActivity(tx, by, ...steps);
  for (const { to, tickets } of reassignments(planned)) {
    await emit(tx, "tickets.assigned", { ...summaryOf(tickets), change: key, to, actorId });
  }
  for (const { assignedTo, to, tickets } of statusChanges(planned)) {
    await emit(tx, "tickets.status-changed", { ...summaryOf(tickets), change: key, assignedTo, to, actorId });
  }
  await emit(tx, "tickets.changed", { ticketIds: planned.map(({ after }) => after.id), actorId });
}

/** Returns the number of tickets, and the id of a single one. */
function summaryOf(tickets: readonly ChangeableTicket[]) {
  const [first] = tickets;
  return { tickets: tickets.length, ticketId: tickets.length === 1 && first ? first.id : null };
}

/** Groups the reassigned tickets by their new assignees. */
function reassignments(planned: readonly Planned[]): { to: string; tickets: ChangeableTicket[] }[] {
  const reassigned = planned.filter(
    ({ before, after }) => after.assignee !== null && after.assignee.id !== before.assignee?.id,
  );
  const byPerson = Map.groupBy(reassigned, ({ after }) => after.assignee?.id ?? "");
  return [...byPerson].map(([to, all]) => ({ to, tickets: all.map(({ after }) => after) }));
}

/** Groups the tickets with a new status by assignee and status. */
function statusChanges(
  planned: readonly Planned[],
): { assignedTo: string; to: TicketStatus; tickets: ChangeableTicket[] }[] {
  const changed = planned.filter(({ before, after }) => after.assignee !== null && after.status !== before.status);
  const byPerson = Map.groupBy(changed, ({ after }) => after.assignee?.id ?? "");
  return [...byPerson].flatMap(([assignedTo, all]) =>
    [...Map.groupBy(all, ({ after }) => after.status)].map(([to, same]) => ({
      assignedTo,
      to,
      tickets: same.map(({ after }) => after),
    })),
  );
}
