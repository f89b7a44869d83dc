import type { TenantTx } from "../../../platform/db/tenant.ts";
import { selectMailHours, selectNewestMail } from "./silence.queries.ts";

const hourMs = 3_600_000;
/** Shorter silences are not worth reading weeks of mail. */
const leastHours = 5;
/** Only mail of these days says what is usual, and a silence of that length is no news. */
const periodDays = 28;

/**
 * Returns the time of a store's last mail if the silence since then is longer than its usual traffic explains, else null
 * (docs/product.md#silence).
 */
export async function findSilence(tx: TenantTx, now: Date): Promise<string | null> {
  const usual = { since: new Date(now.getTime() - periodDays * 24 * hourMs).toISOString() };
  const since = await selectNewestMail(tx, usual);
  if (since === undefined) return null;
  const quietHours = (now.getTime() - Date.parse(since)) / hourMs;
  if (quietHours < leastHours || quietHours > periodDays * 24) return null;
  const hours = await selectMailHours(tx, usual, since, periodDays);
  return isSilent(hours, Math.floor(now.getTime() / hourMs)) ? since : null;
}

const hoursOfWeek = 168;
/** With less mail than this, nothing can be said about what is usual. */
const minimum = { days: 10, hours: 20 };
/** A silence must exceed this multiple of the longest earlier pause, and this many hours that usually have mail. */
const threshold = { pauses: 3, hours: 5 };

/**
 * Whether a silence is longer than the store's usual traffic explains (docs/product.md#silence). `hours` are the hours with mail
 * in the last weeks, in order, and `now` is the current hour; each is a number since 1970.
 */
export function isSilent(hours: readonly number[], now: number): boolean {
  const [first, last] = [hours.at(0), hours.at(-1)];
  const days = new Set(hours.map((hour) => Math.floor(hour / 24)));
  if (first === undefined || last === undefined) return false;
  if (hours.length < minimum.hours || days.size < minimum.days) return false;
  const usual = shareWithMail(hours, first, last);
  const missed = (after: number, before: number) => {
    let sum = 0;
    for (let hour = after + 1; hour < before; hour += 1) sum += usual[hour % hoursOfWeek] ?? 0;
    return sum;
  };
  const longest = Math.max(...hours.slice(1).map((hour, at) => missed(hours[at] ?? hour, hour)));
  return missed(last, now) >= Math.max(threshold.hours, threshold.pauses * longest);
}

/** The share of weeks with mail, for each hour of the week. */
function shareWithMail(hours: readonly number[], first: number, last: number): number[] {
  const [withMail, all] = [new Array<number>(hoursOfWeek).fill(0), new Array<number>(hoursOfWeek).fill(0)];
  const count = (counts: number[], hour: number) => {
    counts[hour % hoursOfWeek] = (counts[hour % hoursOfWeek] ?? 0) + 1;
  };
  for (const hour of hours) count(withMail, hour);
  for (let hour = first; hour <= last; hour += 1) count(all, hour);
  return withMail.map((mail, at) => mail / Math.max(1, all[at] ?? 1));
}
