import type { SnoozeUntil } from "@deskhand/contract/desk/snooze-until";
import { limits } from "@deskhand/contract/limits";
import { type Acting, system } from "../../../platform/acting.ts";
import type { TenantTx } from "../../../platform/db/tenant.ts";
import { emit } from "../../../platform/events.ts";
import { fail } from "../../../platform/fail.ts";
import type { Schedule } from "../../../platform/jobs/job.ts";
import { forEachTenant } from "../../tenants/index.ts";
import { movedOn, selectNewerOfCustomer } from "../rows/newer-messages.queries.ts";
import { lockTicket, refuseMerged } from "../rows/tickets.queries.ts";
import { recordActivity } from "../rows/trail.queries.ts";
import { endSnooze, setSnooze, wakeDue } from "./snoozes.queries.ts";

const dayMs = 24 * 60 * 60 * 1_000;

/**
 * Puts a ticket off until a time, or until its customer answers (docs/product.md#snoozing). Of two who do so the last one counts; the same
 * once more changes nothing.
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
  // After the lock, as that may have been waited for.
  const at = until === "answer" ? "infinity" : timeToCome(until, new Date()).toISOString();
  if (!(await setSnooze(tx, id, at))) return;
  const to = at === "infinity" ? null : at;
  await recordActivity(tx, by, { ticketId: id, kind: "snoozed", details: { to } });
  await emit(tx, "ticket.updated", { ticketId: id });
}

/** Brings a ticket back at once; one that is not put off stays as it is. */
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
  if (newer.length > 0) throw movedOn(newer);
}

/** A time until which a ticket can be put off; refuses one that is over, or too far. */
export function timeToCome(until: string, now: Date): Date {
  const at = new Date(until);
  if (at <= now) throw refuse("Choose a time that is still to come");
  refuseFar(at, now);
  return at;
}

/** Refuses to put a ticket off for more than a year. */
export function refuseFar(at: Date, now: Date): void {
  if (at.getTime() > now.getTime() + limits.snoozeDays * dayMs) throw refuse("Choose a time within a year");
}

function refuse(sentence: string) {
  return fail("input_invalid", { fields: { until: [sentence] } });
}

/** So many are brought back in one transaction, and so many are told of by one event, which has to fit into a message of the database. */
const together = 500;
const inOneEvent = 50;

/** Brings back every minute the tickets whose snooze is over (docs/product.md#snoozing), however long nothing ran. */
export const wakeTickets: Schedule = {
  name: "tickets.wake",
  cron: "* * * * *",
  async work(services) {
    for (let mayBeMore = true; mayBeMore; ) {
      mayBeMore = false;
      await forEachTenant(services, async (tx) => {
        if ((await wakeSome(tx)) === together) mayBeMore = true;
      });
    }
  },
};

async function wakeSome(tx: TenantTx): Promise<number> {
  const ids = await wakeDue(tx, together);
  if (ids.length === 0) return 0;
  await recordActivity(tx, system, ...ids.map((ticketId) => ({ ticketId, kind: "woken" as const, details: {} })));
  for (let at = 0; at < ids.length; at += inOneEvent) {
    await emit(tx, "tickets.woken", { ticketIds: ids.slice(at, at + inOneEvent) });
  }
  return ids.length;
}
