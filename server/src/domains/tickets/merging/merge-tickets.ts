import type { TicketDetail } from "@deskhand/contract/tickets";
import { archivedStatuses, type TicketStatus, ticketLabel } from "@deskhand/contract/vocabulary";
import { type Acting, system } from "../../../platform/acting.ts";
import { lockName } from "../../../platform/db/lock-name.ts";
import type { TenantTx } from "../../../platform/db/tenant.ts";
import { emit } from "../../../platform/events.ts";
import { fail } from "../../../platform/fail.ts";
import type { Actor } from "../../../platform/http/context.ts";
import { joinCustomers } from "../../customers/index.ts";
import { loadTicketDetail } from "../detail/load-ticket-detail.ts";
import { selectCustomerOf } from "../detail/ticket-detail.queries.ts";
import { returnKeptOf } from "../rows/return-kept.queries.ts";
import { moveSavedNumber, takeSavedNumberBack } from "../rows/saved-order.queries.ts";
import { refuseMerged } from "../rows/tickets.queries.ts";
import { recordActivity, type Step } from "../rows/trail.queries.ts";
import { decideAudience, selectNames } from "./customers.queries.ts";
import {
  closeAsMerged,
  deleteMerge,
  lockForMerge,
  type MergedTicket,
  moveContent,
  moveContentBack,
  openShell,
  passOnEndedSnooze,
  redirectMerged,
  restoreShellSnooze,
  restoreSnooze,
  selectBranch,
  selectMergedInto,
  selectRoot,
  touchMergeTarget,
} from "./merges.queries.ts";
import { recountTicket } from "./recount.queries.ts";

/**
 * Takes the tenant's lock on merges. It must be taken before any ticket is locked: its holder locks several tickets, so waiting for it
 * with a locked ticket would deadlock.
 */
export function lockMerges(tx: TenantTx): Promise<void> {
  return lockName(tx, "merged-tickets");
}

/**
 * Merges a ticket into another one, which gets all its content, and returns that one (docs/product.md#merging). Tickets of two customers
 * are merged only if the caller says what becomes of the customers. A repeated request changes nothing.
 */
export async function mergeTickets(
  tx: TenantTx,
  actor: Actor,
  { id, into, customers }: { id: string; into: string; customers?: "keep" | "join" | undefined },
): Promise<TicketDetail> {
  if (id === into) throw fail("merge_into_itself");
  // Customers are locked before tickets, as in every join and erasure of customers.
  if (customers === "join") await joinCustomersOf(tx, actor, id, into);
  await lockMerges(tx);
  const locked = await lockForMerge(tx, [id, into]);
  const source = locked.find((ticket) => ticket.id === id);
  const target = locked.find((ticket) => ticket.id === into);
  if (!source || !target) throw fail("ticket_not_found");
  if (source.mergedIntoId === into) return loadTicketDetail(tx, actor, (await selectRoot(tx, id)) ?? into);
  await refuseMerged(tx, source);
  await refuseMerged(tx, target);
  if (target.isArchived) throw fail("ticket_archived");
  // Two tickets without a customer may come from two people.
  const isSameCustomer = source.customerId !== null && source.customerId === target.customerId;
  if (!isSameCustomer && customers !== "keep") await refuseTwoCustomers(tx, source, target);
  await moveInto(tx, actor, source, target);
  return loadTicketDetail(tx, actor, into);
}

async function joinCustomersOf(tx: TenantTx, actor: Actor, id: string, into: string): Promise<void> {
  const [source, target] = [await selectCustomerOf(tx, id), await selectCustomerOf(tx, into)];
  if (source && target && source !== target) await joinCustomers(tx, actor, { id: source, into: target });
}

async function refuseTwoCustomers(
  tx: TenantTx,
  { customerId: sourceCustomer }: MergedTicket,
  { customerId: targetCustomer }: MergedTicket,
) {
  const names = await selectNames(tx, [sourceCustomer, targetCustomer]);
  const nameOf = (id: string | null) => names.find((customer) => customer.id === id) ?? null;
  throw fail("merge_other_customer", { of: nameOf(sourceCustomer), into: nameOf(targetCustomer) });
}

async function moveInto(tx: TenantTx, actor: Actor, source: MergedTicket, target: MergedTicket): Promise<void> {
  const [from, to] = [source.id, target.id];
  await moveContent(tx, from, to);
  // The authors of waiting replies have not seen the other ticket's messages.
  await returnKeptOf(tx, [from], "ticket_merged");
  await returnKeptOf(tx, [to], "conversation_moved_on");
  await moveSavedNumber(tx, from, to);
  if (source.customerId !== target.customerId) await decideAudience(tx, to);
  // A question that waits for an answer on the source ends the target's snooze.
  const isAsked = !source.isArchived && source.waitingSince !== null;
  await closeAsMerged(tx, source, to, isAsked ? target.snoozedUntil : null);
  await recountTicket(tx, from);
  await recountTicket(tx, to);
  await touchMergeTarget(tx, to, isAsked);
  const woken: Step[] = target.isSnoozed && isAsked ? [{ ticketId: to, kind: "woken", details: {} }] : [];
  await recordActivity(
    tx,
    actor,
    { ticketId: from, kind: "merged", details: { to: ticketLabel(target.ticketNumber) } },
    { ticketId: to, kind: "merged", details: { from: ticketLabel(source.ticketNumber) } },
    ...woken,
  );
  await emit(tx, "ticket.merged", { ticketId: from, into: to, actorId: actor.userId });
  if (source.status !== "closed") {
    const payload = { from: source.status, to: "closed" as const, actorId: actor.userId };
    await emit(tx, "ticket.status-changed", { ticketId: from, ...payload });
  }
  await emit(tx, "ticket.updated", { ticketId: to });
}

/**
 * Undoes the merge of a ticket: it gets back its content, what came by way of it since, and its former state (docs/product.md#merging). A
 * ticket that is not merged stays as it is.
 */
export async function unmergeTicket(tx: TenantTx, actor: Actor, id: string): Promise<TicketDetail> {
  await lockMerges(tx);
  const root = await selectRoot(tx, id);
  if (root === undefined) throw fail("ticket_not_found");
  const locked = await lockForMerge(tx, [id, root]);
  if (root !== id) await undoMerge(tx, actor, id, root, locked);
  return loadTicketDetail(tx, actor, id);
}

/**
 * Takes a ticket that is about to be deleted out of all merges. If it is a shell, its content stays where it is, and tickets that were
 * merged into it lead to its own target; otherwise the merged tickets get their content back. The caller has locked the merges.
 */
export async function leaveMerges(tx: TenantTx, id: string, by: Acting): Promise<void> {
  const root = await selectRoot(tx, id);
  if (root === undefined) return;
  if (root !== id) return redirectMerged(tx, id, root);
  const shells = await selectMergedInto(tx, id);
  const locked = await lockForMerge(tx, [id, ...shells]);
  for (const shell of shells) await undoMerge(tx, by, shell, id, locked);
}

/** Undoes the merge of a ticket whose customer is being erased, so that its content goes with it. The caller has locked the merges. */
export async function unmergeForErasure(tx: TenantTx, id: string): Promise<void> {
  const root = await selectRoot(tx, id);
  if (root === undefined || root === id) return;
  await undoMerge(tx, system, id, root, await lockForMerge(tx, [id, root]));
}

async function undoMerge(
  tx: TenantTx,
  by: Acting,
  id: string,
  root: string,
  locked: readonly MergedTicket[],
): Promise<void> {
  const branch = await selectBranch(tx, id);
  await moveContentBack(tx, branch, root, id);
  await takeSavedNumberBack(tx, branch, root, id);
  // Each ticket belongs to its own customer again.
  const [ownCustomer, rootCustomer] = [id, root].map(
    (ticketId) => locked.find((ticket) => ticket.id === ticketId)?.customerId,
  );
  if (ownCustomer !== rootCustomer) for (const ticketId of [id, root]) await decideAudience(tx, ticketId);
  const before = await deleteMerge(tx, id);
  if (!before) throw new Error(`Nothing is kept of the merge of the ticket ${id}`);
  const status = before.isAnswered ? answeredStatus(before.status) : before.status;
  const isSnoozed = before.isStillSnoozed && !before.isAnswered;
  const isReopened = before.isAnswered && isDone(before.status);
  await openShell(tx, id, {
    status,
    snoozedUntil: isSnoozed ? before.snoozedUntil : null,
    settledBefore: isReopened ? before.mergedAt : null,
  });
  await recountTicket(tx, id);
  await recountTicket(tx, root);
  const labelOf = (ticketId: string) => ticketLabel(locked.find((ticket) => ticket.id === ticketId)?.ticketNumber ?? 0);
  const [from, to] = [labelOf(root), labelOf(id)];
  const unmerged = { kind: "unmerged" } as const;
  await recordActivity(
    tx,
    by,
    { ...unmerged, ticketId: id, details: { from } },
    { ...unmerged, ticketId: root, details: { to } },
  );
  const into = locked.find((ticket) => ticket.id === id)?.mergedIntoId;
  if (into) await restoreEndedSnooze(tx, by, { into, root }, before);
  await emit(tx, "ticket.unmerged", { ticketId: id, from: root, actorId: by.userId });
  if (status !== "closed")
    await emit(tx, "ticket.status-changed", { ticketId: id, from: "closed", to: status, actorId: by.userId });
  await emit(tx, "ticket.updated", { ticketId: root });
}

/** Returns the status of a ticket after a message of its customer: pending and archived ones reopen. */
function answeredStatus(status: TicketStatus): TicketStatus {
  return status === "pending" || isDone(status) ? "open" : status;
}

function isDone(status: TicketStatus): boolean {
  return archivedStatuses.some((archived) => archived === status);
}

/** Restores the snooze that a merge ended. If other tickets were merged into the same one since, the next of them keeps it for later. */
async function restoreEndedSnooze(
  tx: TenantTx,
  by: Acting,
  { into, root }: { into: string; root: string },
  { endedSnooze, mergedAt }: { endedSnooze: string | null; mergedAt: string },
): Promise<void> {
  if (endedSnooze === null || (await passOnEndedSnooze(tx, into, endedSnooze, mergedAt))) return;
  if (into !== root) return restoreShellSnooze(tx, into, endedSnooze);
  if (!(await restoreSnooze(tx, into, endedSnooze, mergedAt))) return;
  const to = endedSnooze === "infinity" ? null : endedSnooze;
  await recordActivity(tx, by, { ticketId: into, kind: "snoozed", details: { to } });
}
