import type { ChangedItem, ChangeOutcome } from "@deskhand/contract/desk/change-many";
import type { TicketStatus } from "@deskhand/contract/vocabulary";
import type { Acting } from "../../../platform/acting.ts";
import type { TenantTx } from "../../../platform/db/tenant.ts";
import { emit } from "../../../platform/events.ts";
import { Failure, fail } from "../../../platform/fail.ts";
import { findColleague } from "../../team/index.ts";
import { returnKeptOf } from "../rows/return-kept.queries.ts";
import { recordActivity } from "../rows/trail.queries.ts";
import { type ChangeableTicket, lockTickets, selectUndos, updateTickets } from "./many.queries.ts";
import { type PlannedChange, planChange } from "./plan-change.ts";

type Many = { idempotencyKey: string; items: readonly ChangedItem[] };
type Planned = PlannedChange & { before: ChangeableTicket };

/**
 * Changes tickets, each for itself: what one is refused leaves the others (docs/product.md#many-at-once). What is decided for
 * each is written together. A repeated request finds by its key what it did before.
 */
export async function changeMany(
  tx: TenantTx,
  by: Acting,
  { idempotencyKey: key, items }: Many,
): Promise<{ results: ChangeOutcome[] }> {
  const ids = items.map(({ id }) => id);
  const tickets = await lockTickets(tx, ids);
  // Asked when the tickets are locked: the first attempt may have been under way until now.
  const done = by.userId === null ? new Map<string, never>() : await selectUndos(tx, ids, key, by.userId);
  const colleagues = await findColleagues(tx, items);
  const planned: Planned[] = [];
  // After the locks, as they may have been waited for.
  const now = new Date();
  const results = items.map((item): ChangeOutcome => {
    const { id } = item;
    const before = tickets.get(id);
    const ticketNumber = before?.ticketNumber ?? null;
    const undo = done.get(id);
    if (undo) return { id, ticketNumber, outcome: "changed", error: null, undo };
    try {
      if (!before) throw fail("ticket_not_found");
      const plan = planChange(before, item, by, colleagues.get(item.change.assignedTo ?? null), now);
      if (plan === null) return { id, ticketNumber, outcome: "unchanged", error: null, undo: null };
      planned.push({ ...plan, before });
      return { id, ticketNumber, outcome: "changed", error: null, undo: plan.undo };
    } catch (error) {
      // What the catalogue refuses is this ticket's result; anything else is nobody's.
      if (!(error instanceof Failure)) throw error;
      const { code, message } = error;
      return { id, ticketNumber, outcome: "refused", error: { code, message }, undo: null };
    }
  });
  if (planned.length > 0) await save(tx, by, key, planned);
  return { results };
}

/** Whom tickets are to be given to, by id; nobody is null. Who is no active colleague is not among them. */
async function findColleagues(tx: TenantTx, items: readonly ChangedItem[]) {
  const found = new Map<string | null, { id: string; name: string } | null>([[null, null]]);
  // In one order, as each is held until the transaction ends.
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
  for (const { to, tickets } of givenTo(planned)) {
    await emit(tx, "tickets.assigned", { ...told(tickets), change: key, to, actorId });
  }
  for (const { assignedTo, to, tickets } of statusesOf(planned)) {
    await emit(tx, "tickets.status-changed", { ...told(tickets), change: key, assignedTo, to, actorId });
  }
  await emit(tx, "tickets.changed", { ticketIds: planned.map(({ after }) => after.id), actorId });
}

/** How many there are, and which where it is one. */
function told(tickets: readonly ChangeableTicket[]) {
  const [one] = tickets;
  return { tickets: tickets.length, ticketId: tickets.length === 1 && one ? one.id : null };
}

/** The colleagues who got tickets, with what they got. */
function givenTo(planned: readonly Planned[]): { to: string; tickets: ChangeableTicket[] }[] {
  const given = planned.filter(
    ({ before, after }) => after.assignee !== null && after.assignee.id !== before.assignee?.id,
  );
  const byPerson = Map.groupBy(given, ({ after }) => after.assignee?.id ?? "");
  return [...byPerson].map(([to, all]) => ({ to, tickets: all.map(({ after }) => after) }));
}

/** The colleagues whose tickets have another status, with those tickets by status. */
function statusesOf(
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
