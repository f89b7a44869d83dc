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
  customersOf,
  findBursts,
  goesOn,
  isWord,
  longestSpan,
  type Seen,
  sameMatter,
  sharedSigns,
  type Usual,
  withoutAnswers,
} from "../detect/find-bursts.ts";
import { type OrderOfTicket, signsOf } from "../detect/signs-of.ts";
import { insertIncident, selectCurrent, selectExplained, selectIncident, updateSigns } from "../incidents.queries.ts";
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
async function lookAt(tx: TenantTx, now: Date): Promise<number> {
  const unread = await selectUnread(tx, before(now, readBack), together);
  if (unread.length === 0) return 0;
  await lockName(tx, "incidents.look");
  const signed = await readSigns(tx, unread);
  await insertSigns(tx, signed);
  const seen = withoutAnswers(await selectSeen(tx, now));
  const fresh = new Set(signed.map(({ ticketId }) => ticketId));
  const shared = sharedSigns(seen, fresh);
  if (shared.size > 0) {
    const look = { now, seen, fresh, usual: await readUsual(tx, [...shared.keys()], now) };
    const current = await selectCurrent(tx);
    await joinCurrent(tx, current, look);
    await findNew(tx, current, shared, look);
  }
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

type Look = {
  now: Date;
  /** The tickets of the last day, and those of them that were just read. */
  seen: readonly SeenTicket[];
  fresh: ReadonlySet<string>;
  usual: Usual;
};
type Current = Awaited<ReturnType<typeof selectCurrent>>[number];
const signsOfIncident = ({ sign, otherSigns }: Pick<Current, "sign" | "otherSigns">) => [sign, ...otherSigns];

/** Puts tickets on incidents that go on: more customers than usual still write of it. */
async function joinCurrent(
  tx: TenantTx,
  current: readonly Current[],
  { now, seen, fresh, usual }: Look,
): Promise<void> {
  const tickets = seen.filter(({ ticketId }) => fresh.has(ticketId));
  for (const incident of current.filter((one) => isRecent(one, now))) {
    const signs = signsOfIncident(incident).filter((sign) => tickets.some((ticket) => ticket.signs.includes(sign)));
    const going = signs.filter((sign) => goesOn(sign, seen, usual, now.getTime()));
    const joining = tickets.filter((ticket) => going.some((sign) => ticket.signs.includes(sign)));
    const room = Math.max(0, incidentLimits.incidentTickets - incident.tickets);
    if ((await putOnIncident(tx, incident.id, joining.slice(0, room), null)) > 0) {
      await emit(tx, "incident.changed", { incidentId: incident.id });
    }
  }
}

const isRecent = ({ state, lastAt }: Current, now: Date) =>
  state !== "closed" && lastAt !== null && Date.parse(lastAt) > now.getTime() - longestSpan;

/** Makes incidents of what more customers share than is usual, of those tickets that no incident explains yet. */
async function findNew(
  tx: TenantTx,
  current: readonly Current[],
  shared: ReadonlyMap<string, readonly Seen[]>,
  { now, seen, usual }: Look,
): Promise<void> {
  const explained = await selectExplained(tx, before(now, longestSpan));
  const open = new Map<string, Seen[]>();
  for (const [sign, tickets] of shared) {
    const unexplained = tickets.filter(({ ticketId }) => !explained.has(ticketId));
    if (customersOf(unexplained) >= incidentLimits.incidentCustomers) open.set(sign, unexplained);
  }
  // Of what was closed within a day nothing is found: somebody has dealt with it.
  const known = current.filter((one) => one.state === "closed" || isRecent(one, now));
  for (const sign of known.flatMap(signsOfIncident)) open.delete(sign);
  const going = known.map((one) => ({ id: one.id, signs: signsOfIncident(one) }));
  for (const burst of findBursts(seen, open, usual, now.getTime())) {
    const id = sameMatter(burst, seen, explained, going);
    const same = known.find((one) => one.id === id);
    if (!same) await keepBurst(tx, burst, seen);
    else if (same.state !== "closed") await widen(tx, same, burst, seen);
  }
}

/** How many signs besides the one of its title an incident may have. */
const mostOthers = 20;

/** Puts what is the same matter on an incident. What tickets share by their orders names it, rather than a word. */
async function widen(
  tx: TenantTx,
  { id, sign, otherSigns }: { id: string; sign: string; otherSigns: readonly string[] },
  burst: Burst,
  all: readonly SeenTicket[],
): Promise<void> {
  const isBetter = isWord(sign) && !isWord(burst.sign);
  const others = [...otherSigns, isBetter ? sign : burst.sign].slice(-mostOthers);
  await updateSigns(tx, id, { sign: isBetter ? burst.sign : sign, otherSigns: others });
  await join(tx, id, burst, all);
}

async function join(
  tx: TenantTx,
  incidentId: string,
  { tickets }: Pick<Burst, "tickets">,
  all: readonly SeenTicket[],
): Promise<void> {
  const orderOf = new Map(all.map(({ ticketId, orderId }) => [ticketId, orderId]));
  const joining = tickets.map(({ ticketId }) => ({ ticketId, orderId: orderOf.get(ticketId) ?? null }));
  await putOnIncident(tx, incidentId, joining.slice(0, incidentLimits.incidentTickets), null);
  await emit(tx, "incident.changed", { incidentId });
}

async function keepBurst(tx: TenantTx, { sign, tickets, usual }: Burst, all: readonly SeenTicket[]): Promise<void> {
  const id = newId();
  await insertIncident(tx, { id, sign, usual, madeBy: null });
  await join(tx, id, { tickets }, all);
  const incident = await selectIncident(tx, id);
  if (incident) await emit(tx, "incident.found", { incidentId: id, title: incidentTitle(incident) });
}

/** The hours of a week, which are kept beside the signs. */
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
    sold: (sign) => sold.get(readSign(sign).value) ?? 0,
  };
}

/** The Monday of a day's week, in UTC, as weeks are counted. */
function mondayOf(date: Date): Date {
  const daysSince = (date.getUTCDay() + 6) % 7;
  return new Date(Date.UTC(date.getUTCFullYear(), date.getUTCMonth(), date.getUTCDate() - daysSince));
}
