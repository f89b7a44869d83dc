import type { SnoozeUntil } from "@deskhand/contract/desk/snooze-until";
import { limits } from "@deskhand/contract/limits";
import { type Acting, system } from "../../../platform/acting.ts";
import type { TenantTx } from "../../../platform/db/tenant.ts";
import { emit } from "../../../platform/events.ts";
import { fail } from "../../../platform/fail.ts";
import type { Schedule } from "../../../platform/jobs/job.ts";
import { forEachTenant } from "../../tenants/index.ts";
import { conversationMovedOn, selectNewerOfCustomer } from "../rows/newer-messages.queries.ts";
import { lockTicket, refuseMerged } from "../rows/tickets.queries.ts";
import { recordActivity } from "../rows/trail.queries.ts";
import { endSnooze, setSnooze, wakeDue } from "./snoozes.queries.ts";

const dayMs = 24 * 60 * 60 * 1_000;

/**
 * Snoozes a ticket until a time, or until its customer answers (docs/product.md#snoozing). The last of several requests counts; a
 * repeated one changes nothing.
 */
export async function snoozeTicket(
  tx: TenantTx,
  by: Acting,
  { id, until, lastSeenMessageId }: { id: string; until: SnoozeUntil; lastSeenMessageId?: string | null | undefined },
): Promise<void> {
  const ticket = await lockTicket(tx, id);
  if (!ticket) throw fail("ticket_not_found");
  await refuseMerged(tx, ticket);
  if (ticket.isArchived) throw fail("ticket_archived");
  if (lastSeenMessageId !== undefined) await refuseIfCustomerWrote(tx, { id, lastSeenMessageId });
  // Read after the lock, which may have taken a while.
  const at = until === "answer" ? "infinity" : futureTime(until, new Date()).toISOString();
  if (!(await setSnooze(tx, id, at))) return;
  const to = at === "infinity" ? null : at;
  await recordActivity(tx, by, { ticketId: id, kind: "snoozed", details: { to } });
  await emit(tx, "ticket.updated", { ticketId: id });
}

/** Ends a ticket's snooze at once; does nothing if it is not snoozed. */
export async function unsnoozeTicket(tx: TenantTx, by: Acting, id: string): Promise<void> {
  const ticket = await lockTicket(tx, id);
  if (!ticket) throw fail("ticket_not_found");
  await refuseMerged(tx, ticket);
  if (await endSnooze(tx, id)) {
    await recordActivity(tx, by, { ticketId: id, kind: "woken", details: {} });
    await emit(tx, "ticket.updated", { ticketId: id });
  }
}

async function refuseIfCustomerWrote(
  tx: TenantTx,
  { id, lastSeenMessageId }: { id: string; lastSeenMessageId: string | null },
): Promise<void> {
  const newer = await selectNewerOfCustomer(tx, id, lastSeenMessageId);
  if (newer.length > 0) throw conversationMovedOn(newer);
}

/** Parses a time in the future; refuses a past one, or one too far ahead. */
export function futureTime(until: string, now: Date): Date {
  const at = new Date(until);
  if (at <= now) throw refuse("Choose a time that is still to come");
  refuseTooFar(at, now);
  return at;
}

/** Refuses a time more than a year ahead. */
export function refuseTooFar(at: Date, now: Date): void {
  if (at.getTime() > now.getTime() + limits.snoozeDays * dayMs) throw refuse("Choose a time within a year");
}

function refuse(sentence: string) {
  return fail("input_invalid", { fields: { until: [sentence] } });
}

/** Tickets woken in one transaction, and ids in one event, which has to fit into a database notification. */
const batchSize = 500;
const idsPerEvent = 50;

/** Wakes tickets whose snooze is over, every minute (docs/product.md#snoozing), even after a long downtime. */
export const wakeTickets: Schedule = {
  name: "tickets.wake",
  cron: "* * * * *",
  async work(services) {
    for (let mayBeMore = true; mayBeMore; ) {
      mayBeMore = false;
      await forEachTenant(services, async (tx) => {
        if ((await wakeBatch(tx)) === batchSize) mayBeMore = true;
      });
    }
  },
};

async function wakeBatch(tx: TenantTx): Promise<number> {
  const ids = await wakeDue(tx, batchSize);
  if (ids.length === 0) return 0;
  await recordActivity(tx, system, ...ids.map((ticketId) => ({ ticketId, kind: "woken" as const, details: {} })));
  for (let at = 0; at < ids.length; at += idsPerEvent) {
    await emit(tx, "tickets.woken", { ticketIds: ids.slice(at, at + idsPerEvent) });
  }
  return ids.length;
}
