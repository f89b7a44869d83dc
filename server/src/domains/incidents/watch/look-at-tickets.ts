import { incidentLimits } from "@deskhand/contract/desk/incident-limits";
import { incidentTitle, readSign } from "@deskhand/contract/desk/incident-words";
import { newId } from "../../../platform/db/ids.ts";
import { lockName } from "../../../platform/db/lock-name.ts";
import type { Read, TenantTx } from "../../../platform/db/tenant.ts";
import { emit } from "../../../platform/events.ts";
import type { Schedule } from "../../../platform/jobs/job.ts";
import { forEachTenant } from "../../tenants/index.ts";
import { putOnIncident } from "../../tickets/index.ts";
import { findFirstParcel, findOrdersOfTicket } from "../../tracking/index.ts";
import {
  type Burst,
  findBursts,
  longestSpan,
  type Seen,
  sharedSigns,
  type Usual,
  withoutAnswers,
} from "../detect/find-bursts.ts";
import { type OrderOfTicket, signsOf } from "../detect/signs-of.ts";
import { insertIncident, selectCurrent, selectExplained, selectIncident } from "../incidents.queries.ts";
import { selectStalledOrders } from "../parcels/parcels.queries.ts";
import { selectOrderSigns } from "./order-signs.queries.ts";
import {
  countAsUsual,
  forgetOldSigns,
  insertSigns,
  type SignedTicket,
  savePastRead,
  selectPast,
  selectPastRead,
  selectSigned,
  selectSold,
  selectUnread,
  selectUsual,
  type UnreadTicket,
  usualWeeks,
} from "./watch.queries.ts";

const day = 86_400_000;
const week = 7 * day;
/** So many tickets are read in one transaction. */
const together = 100;
/** A mail that waited for days is still read, but says nothing of now. */
const readBack = 3 * day;

/** Looks each minute whether new tickets share more than is usual (docs/product.md#incidents). */
export const lookAtTickets: Schedule = {
  name: "incidents.look",
  cron: "* * * * *",
  async work(services) {
    for (let mayBeMore = true; mayBeMore; ) {
      mayBeMore = false;
      await forEachTenant(services, async (tx) => {
        if ((await lookAt(tx, new Date())) === together) mayBeMore = true;
      });
    }
  },
};

/** Learns from what came before Deskhand looked, and from what is a day old by now. */
export const learnUsual: Schedule = {
  name: "incidents.learn",
  cron: "*/5 * * * *",
  work: (services) =>
    forEachTenant(services, async (tx) => {
      await readPast(tx, new Date());
      await countAsUsual(tx, new Date(Date.now() - longestSpan), 2_000);
      await forgetOldSigns(tx);
    }),
};

/** Reads some tickets that came since, and makes incidents of what they share. Returns how many it read. */
export async function lookAt(tx: TenantTx, now: Date): Promise<number> {
  const unread = await selectUnread(tx, before(now, readBack), together);
  if (unread.length === 0) return 0;
  await lockName(tx, "incidents.look");
  const signed = await readSigns(tx, unread);
  await insertSigns(tx, signed);
  const seen = await selectSeen(tx, now);
  const fresh = signed.filter(({ customerId }) => customerId !== null).map(({ ticketId }) => ticketId);
  await joinCurrent(
    tx,
    seen.filter(({ ticketId }) => fresh.includes(ticketId)),
    now,
  );
  await findNew(tx, seen, new Set(fresh), now);
  return unread.length;
}

const before = (now: Date, ms: number) => new Date(now.getTime() - ms);

/** Reads some tickets of the past, the newest first, until it has the weeks that say what is usual. */
async function readPast(tx: TenantTx, now: Date): Promise<void> {
  const read = await selectPastRead(tx);
  if (read && read.finishedAt !== null) return;
  await lockName(tx, "incidents.look");
  const from = read?.readBackTo ?? before(now, readBack).toISOString();
  const past = await selectPast(tx, { before: from, since: before(now, usualWeeks * week), most: together });
  await insertSigns(tx, await readSigns(tx, past));
  await savePastRead(tx, past.at(-1)?.wroteAt ?? from, past.length < together);
}

async function readSigns(tx: TenantTx, tickets: readonly UnreadTicket[]): Promise<SignedTicket[]> {
  const signed: SignedTicket[] = [];
  for (const ticket of tickets) {
    const found = ticket.counts ? await findOrder(tx, ticket.ticketId) : null;
    signed.push({
      ticketId: ticket.ticketId,
      wroteAt: ticket.wroteAt,
      customerId: ticket.counts ? ticket.customerId : null,
      orderId: found?.orderId ?? null,
      signs: ticket.counts ? signsOf({ subject: ticket.subject, text: ticket.text, order: found?.order ?? null }) : [],
    });
  }
  return signed;
}

/** The order that a ticket is about: the certain one, else the only one that it may mean. */
async function findOrder(tx: TenantTx, ticketId: string): Promise<{ orderId: string; order: OrderOfTicket } | null> {
  const read: Read = async (query) => (await tx.executeQuery(query)).rows;
  const { orders } = await findOrdersOfTicket(read, ticketId);
  const certain = orders.filter(({ certainty }) => certainty === "certain");
  const likely = orders.filter(({ certainty }) => certainty === "likely");
  const [meant, another] = certain.length > 0 ? certain : likely;
  if (!meant || (another && certain.length === 0)) return null;
  const { orderId, certainty } = meant;
  const about = await selectOrderSigns(tx, orderId);
  if (!about) return null;
  const parcel = await findFirstParcel(tx, orderId);
  const isStalled = (await selectStalledOrders(tx, [orderId])).has(orderId);
  const way = { carrier: parcel?.carrier ?? null, stage: parcel?.status ?? null, isStalled };
  return { orderId, order: { isCertain: certainty === "certain", ...about, ...way } };
}

type SeenTicket = Seen & { orderId: string | null };

async function selectSeen(tx: TenantTx, now: Date): Promise<SeenTicket[]> {
  const rows = await selectSigned(tx, before(now, longestSpan));
  return rows.map(({ wroteAt, ...row }) => ({ ...row, at: Date.parse(wroteAt) }));
}

/** Puts tickets on incidents that go on: what their customers share is among what these share. */
async function joinCurrent(tx: TenantTx, tickets: readonly SeenTicket[], now: Date): Promise<void> {
  for (const { id, sign, state, lastAt, tickets: count } of await selectCurrent(tx)) {
    const isOver = state === "closed" || lastAt === null || Date.parse(lastAt) < now.getTime() - longestSpan;
    const joining = isOver ? [] : tickets.filter(({ signs }) => signs.includes(sign));
    const room = incidentLimits.incidentTickets - count;
    if ((await putOnIncident(tx, id, joining.slice(0, Math.max(0, room)), null)) > 0) {
      await emit(tx, "incident.changed", { incidentId: id });
    }
  }
}

/** Makes incidents of what more customers share than is usual, of those tickets that no incident explains yet. */
async function findNew(tx: TenantTx, all: readonly SeenTicket[], fresh: ReadonlySet<string>, now: Date): Promise<void> {
  const explained = await selectExplained(tx, before(now, longestSpan));
  const seen = withoutAnswers(all);
  const open = seen.filter(({ ticketId }) => !explained.has(ticketId));
  const shared = sharedSigns(open, fresh);
  // What was closed within a day is left alone: somebody has dealt with it.
  for (const { sign } of await selectCurrent(tx)) shared.delete(sign);
  if (shared.size === 0) return;
  const usual = await readUsual(tx, [...shared.keys()], now);
  for (const burst of findBursts(seen, shared, usual, now.getTime())) await keepBurst(tx, burst, all);
}

async function keepBurst(tx: TenantTx, { sign, tickets, usual }: Burst, all: readonly SeenTicket[]): Promise<void> {
  const id = newId();
  await insertIncident(tx, { id, sign, usual, madeBy: null });
  const orderOf = new Map(all.map(({ ticketId, orderId }) => [ticketId, orderId]));
  const joining = tickets.map(({ ticketId }) => ({ ticketId, orderId: orderOf.get(ticketId) ?? null }));
  await putOnIncident(tx, id, joining.slice(0, incidentLimits.incidentTickets), null);
  const incident = await selectIncident(tx, id);
  if (incident) await emit(tx, "incident.found", { incidentId: id, title: incidentTitle(incident) });
}

const hourSigns = Array.from({ length: 168 }, (_, hour) => `hour:${hour}`);

async function readUsual(tx: TenantTx, signs: readonly string[], now: Date): Promise<Usual> {
  const read = await selectPastRead(tx);
  const since = mondayOf(before(now, usualWeeks * week));
  const begun = read ? Math.max(Date.parse(read.readBackTo), since.getTime()) : now.getTime();
  const counted = await selectUsual(tx, [...signs, ...hourSigns], since.toISOString().slice(0, 10));
  const skus = signs.map(readSign).flatMap(({ kind, value }) => (kind === "sku" ? [value] : []));
  const sold = await selectSold(tx, skus);
  return {
    weeks: (now.getTime() - longestSpan - begun) / week,
    hours: hourSigns.map((hour) => counted.get(hour) ?? 0),
    of: (sign) => counted.get(sign) ?? 0,
    busier: (sign) => sold.get(readSign(sign).value) ?? 1,
  };
}

/** The Monday of a day's week, in UTC, as weeks are counted. */
function mondayOf(date: Date): Date {
  const daysSince = (date.getUTCDay() + 6) % 7;
  return new Date(Date.UTC(date.getUTCFullYear(), date.getUTCMonth(), date.getUTCDate() - daysSince));
}
