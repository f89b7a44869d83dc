import type { TicketDetail } from "@deskhand/contract/tickets";
import { ticketLabel } from "@deskhand/contract/vocabulary";
import { lockName } from "../../../platform/db/lock-name.ts";
import type { TenantTx } from "../../../platform/db/tenant.ts";
import { emit } from "../../../platform/events.ts";
import { fail } from "../../../platform/fail.ts";
import type { Actor } from "../../../platform/http/context.ts";
import { joinCustomers } from "../../customers/index.ts";
import { moveTracking } from "../../tracking/index.ts";
import { loadTicketDetail } from "../detail/load-ticket-detail.ts";
import { selectCustomerOf } from "../detail/siblings.queries.ts";
import { refuseMerged } from "../rows/tickets.queries.ts";
import { recordActivity, type Step } from "../rows/trail.queries.ts";
import { decideAudience } from "./audience.queries.ts";
import { selectNames } from "./customers.queries.ts";
import { closeAsMerged, goOn, lockForMerge, type MergedTicket, moveContent, selectRoot } from "./merges.queries.ts";
import { recountTicket } from "./recount.queries.ts";

/**
 * Lets one transaction of the tenant at a time change which tickets are merged into which. Asked for before any ticket is
 * locked: who holds it locks several, and those who lock one wait for nobody else.
 */
export function lockMerges(tx: TenantTx): Promise<void> {
  return lockName(tx, "merged-tickets");
}

/**
 * Moves all that is on a ticket to another one, which it is then the shell of (docs/product.md#merging); returns the other one.
 * Of two customers only where somebody has chosen what becomes of them. Asked again, nothing is changed.
 */
export async function mergeTickets(
  tx: TenantTx,
  actor: Actor,
  { id, into, customers }: { id: string; into: string; customers?: "keep" | "join" | undefined },
): Promise<TicketDetail> {
  if (id === into) throw fail("merge_into_itself");
  // Before any ticket is locked, as whoever joins or erases customers does.
  if (customers === "join") await joinTheirs(tx, actor, id, into);
  await lockMerges(tx);
  const locked = await lockForMerge(tx, [id, into]);
  const source = locked.find((ticket) => ticket.id === id);
  const target = locked.find((ticket) => ticket.id === into);
  if (!source || !target) throw fail("ticket_not_found");
  if (source.mergedIntoId === into) return loadTicketDetail(tx, actor, (await selectRoot(tx, id)) ?? into);
  await refuseMerged(tx, source);
  await refuseMerged(tx, target);
  if (target.isArchived) throw fail("ticket_archived");
  // Two of nobody's may be two people's.
  const isOfOne = source.customerId !== null && source.customerId === target.customerId;
  if (!isOfOne && customers !== "keep") await refuseTwo(tx, source, target);
  await moveInto(tx, actor, source, target);
  return loadTicketDetail(tx, actor, into);
}

async function joinTheirs(tx: TenantTx, actor: Actor, id: string, into: string): Promise<void> {
  const [one, other] = [await selectCustomerOf(tx, id), await selectCustomerOf(tx, into)];
  if (one && other && one !== other) await joinCustomers(tx, actor, { id: one, into: other });
}

async function refuseTwo(tx: TenantTx, { customerId: of }: MergedTicket, { customerId: into }: MergedTicket) {
  const names = await selectNames(tx, [of, into]);
  const nameOf = (id: string | null) => names.find((one) => one.id === id) ?? null;
  throw fail("merge_other_customer", { of: nameOf(of), into: nameOf(into) });
}

async function moveInto(tx: TenantTx, actor: Actor, source: MergedTicket, target: MergedTicket): Promise<void> {
  const [from, to] = [source.id, target.id];
  await moveContent(tx, from, to);
  await moveTracking(tx, from, to);
  if (source.customerId !== target.customerId) await decideAudience(tx, to);
  // What waits for an answer there is not put off with what is here.
  const isAsked = !source.isArchived && source.waitingSince !== null;
  await closeAsMerged(tx, source, to, isAsked ? target.snoozedUntil : null);
  await recountTicket(tx, from);
  await recountTicket(tx, to);
  await goOn(tx, to, isAsked);
  const by = { actorId: actor.userId, kind: "merged" } as const;
  const woken: Step[] =
    target.isSnoozed && isAsked ? [{ ticketId: to, actorId: actor.userId, kind: "woken", details: {} }] : [];
  await recordActivity(
    tx,
    { ...by, ticketId: from, details: { to: ticketLabel(target.ticketNumber) } },
    { ...by, ticketId: to, details: { from: ticketLabel(source.ticketNumber) } },
    ...woken,
  );
  await emit(tx, "ticket.merged", { ticketId: from, into: to, actorId: actor.userId });
  if (source.status !== "closed") {
    const payload = { from: source.status, to: "closed" as const, actorId: actor.userId };
    await emit(tx, "ticket.status-changed", { ticketId: from, ...payload });
  }
  await emit(tx, "ticket.updated", { ticketId: to });
}
