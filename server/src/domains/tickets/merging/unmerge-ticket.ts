import type { TicketDetail } from "@deskhand/contract/tickets";
import { archivedStatuses, type TicketStatus, ticketLabel } from "@deskhand/contract/vocabulary";
import type { TenantTx } from "../../../platform/db/tenant.ts";
import { emit } from "../../../platform/events.ts";
import { fail } from "../../../platform/fail.ts";
import type { Actor } from "../../../platform/http/context.ts";
import { takeTrackingBack } from "../../tracking/index.ts";
import { loadTicketDetail } from "../detail/load-ticket-detail.ts";
import { recordActivity } from "../rows/trail.queries.ts";
import { decideAudience } from "./audience.queries.ts";
import { lockMerges } from "./merge-tickets.ts";
import {
  lockForMerge,
  type MergedTicket,
  openMerged,
  passOnMerged,
  passOnSnooze,
  restoreShellSnooze,
  restoreSnooze,
  selectBranch,
  selectMergedInto,
  selectRoot,
  takeContentBack,
  takeMerge,
} from "./merges.queries.ts";
import { recountTicket } from "./recount.queries.ts";

/**
 * Undoes the merge of a ticket: exactly what came from it goes back to it, with what came by way of it since, and it stands as it
 * did before (docs/product.md#merging). One that is not merged stays as it is.
 */
export async function unmergeTicket(tx: TenantTx, actor: Actor, id: string): Promise<TicketDetail> {
  await lockMerges(tx);
  const root = await selectRoot(tx, id);
  if (root === undefined) throw fail("ticket_not_found");
  const locked = await lockForMerge(tx, [id, root]);
  if (root !== id) await takeBack(tx, actor.userId, id, root, locked);
  return loadTicketDetail(tx, actor, id);
}

/**
 * Takes a ticket that is about to go out of all merges: where it is a shell, what came from it stays where it is and what was
 * merged into it leads there; else what came from others goes back to them. The caller has locked the merges.
 */
export async function letGoOfMerges(tx: TenantTx, id: string, actorId: string | null): Promise<void> {
  const root = await selectRoot(tx, id);
  if (root === undefined) return;
  if (root !== id) return passOnMerged(tx, id, root);
  const shells = await selectMergedInto(tx, id);
  const locked = await lockForMerge(tx, [id, ...shells]);
  for (const shell of shells) await takeBack(tx, actorId, shell, id, locked);
}

/** Takes a ticket whose customer is erased out of all merges, with all that came from it. The caller has locked the merges. */
export async function bringHome(tx: TenantTx, id: string): Promise<void> {
  const root = await selectRoot(tx, id);
  if (root === undefined || root === id) return;
  await takeBack(tx, null, id, root, await lockForMerge(tx, [id, root]));
}

async function takeBack(
  tx: TenantTx,
  actorId: string | null,
  id: string,
  root: string,
  locked: readonly MergedTicket[],
): Promise<void> {
  const branch = await selectBranch(tx, id);
  await takeContentBack(tx, branch, root, id);
  await takeTrackingBack(tx, branch, root, id);
  // Each is of its own customer again.
  const [own, roots] = [id, root].map((one) => locked.find((ticket) => ticket.id === one)?.customerId);
  if (own !== roots) for (const one of [id, root]) await decideAudience(tx, one);
  const before = await takeMerge(tx, id);
  if (!before) throw new Error(`Nothing is kept of the merge of the ticket ${id}`);
  const status = before.isAnswered ? answeredStatus(before.status) : before.status;
  const isSnoozed = before.isStillSnoozed && !before.isAnswered;
  const isReopened = before.isAnswered && isDone(before.status);
  await openMerged(tx, id, {
    status,
    snoozedUntil: isSnoozed ? before.snoozedUntil : null,
    settledBefore: isReopened ? before.mergedAt : null,
  });
  await recountTicket(tx, id);
  await recountTicket(tx, root);
  const labelOf = (one: string) => ticketLabel(locked.find((ticket) => ticket.id === one)?.ticketNumber ?? 0);
  const [from, to] = [labelOf(root), labelOf(id)];
  const by = { actorId, kind: "unmerged" } as const;
  await recordActivity(tx, { ...by, ticketId: id, details: { from } }, { ...by, ticketId: root, details: { to } });
  const into = locked.find((ticket) => ticket.id === id)?.mergedIntoId;
  if (into) await putOffAgain(tx, actorId, { into, root }, before);
  await emit(tx, "ticket.unmerged", { ticketId: id, from: root, branch, actorId });
  if (status !== "closed")
    await emit(tx, "ticket.status-changed", { ticketId: id, from: "closed", to: status, actorId });
  await emit(tx, "ticket.updated", { ticketId: root });
}

/** What a customer's own message makes of a ticket that was done, or waited for them. */
function answeredStatus(status: TicketStatus): TicketStatus {
  return status === "pending" || isDone(status) ? "open" : status;
}

function isDone(status: TicketStatus): boolean {
  return archivedStatuses.some((archived) => archived === status);
}

/** Gives the ticket that a merge woke its snooze back; while others that were merged into it since stay there, they keep it. */
async function putOffAgain(
  tx: TenantTx,
  actorId: string | null,
  { into, root }: { into: string; root: string },
  { endedSnooze, mergedAt }: { endedSnooze: string | null; mergedAt: string },
): Promise<void> {
  if (endedSnooze === null || (await passOnSnooze(tx, into, endedSnooze, mergedAt))) return;
  if (into !== root) return restoreShellSnooze(tx, into, endedSnooze);
  if (!(await restoreSnooze(tx, into, endedSnooze, mergedAt))) return;
  const to = endedSnooze === "infinity" ? null : endedSnooze;
  await recordActivity(tx, { ticketId: into, actorId, kind: "snoozed", details: { to } });
}
