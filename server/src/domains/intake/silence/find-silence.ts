import type { TenantTx } from "../../../platform/db/tenant.ts";
import { selectMailHours, selectNewestMail } from "./silence.queries.ts";

const hourMs = 3_600_000;
/** A quiet hour or two is no reason to look at weeks of mail: fewer hours than these are never a silence. */
const leastHours = 5;
/** What a store got earlier is no longer usual; nor is mail where it got none for as long. */
const weeksDays = 28;

/**
 * Since when a store that usually gets mail has got none, as far as that is longer than its own traffic explains; null where
 * there is nothing to wonder about (docs/product.md#silence).
 */
export async function findSilence(tx: TenantTx, now: Date): Promise<string | null> {
  const usual = { since: new Date(now.getTime() - weeksDays * 24 * hourMs).toISOString() };
  const since = await selectNewestMail(tx, usual);
  if (since === undefined) return null;
  const quietHours = (now.getTime() - Date.parse(since)) / hourMs;
  if (quietHours < leastHours || quietHours > weeksDays * 24) return null;
  const hours = await selectMailHours(tx, usual, since, weeksDays);
  return isSilent(hours, Math.floor(now.getTime() / hourMs)) ? since : null;
}

const hoursOfWeek = 168;
/** Of fewer nothing is known of what is usual. */
const fewest = { days: 10, hours: 20 };
/** So many times the longest pause before, and so many hours that usually have mail at least. */
const alarmFrom = { pauses: 3, hours: 5 };

/**
 * Whether it has been quiet for longer than a store's own traffic explains (docs/product.md#silence). `hours` are those in which mail
 * came in the weeks before and with the last mail, in order; `now` is the hour that it is, each as its number since 1970.
 */
export function isSilent(hours: readonly number[], now: number): boolean {
  const [first, last] = [hours.at(0), hours.at(-1)];
  const days = new Set(hours.map((hour) => Math.floor(hour / 24)));
  if (first === undefined || last === undefined) return false;
  if (hours.length < fewest.hours || days.size < fewest.days) return false;
  const usual = shareWithMail(hours, first, last);
  const missed = (after: number, before: number) => {
    let sum = 0;
    for (let hour = after + 1; hour < before; hour += 1) sum += usual[hour % hoursOfWeek] ?? 0;
    return sum;
  };
  const longest = Math.max(...hours.slice(1).map((hour, at) => missed(hours[at] ?? hour, hour)));
  return missed(last, now) >= Math.max(alarmFrom.hours, alarmFrom.pauses * longest);
}

/** Of each hour of the week, in which part of the weeks it had mail. */
function shareWithMail(hours: readonly number[], first: number, last: number): number[] {
  const [withMail, all] = [new Array<number>(hoursOfWeek).fill(0), new Array<number>(hoursOfWeek).fill(0)];
  const count = (in_: number[], hour: number) => {
    in_[hour % hoursOfWeek] = (in_[hour % hoursOfWeek] ?? 0) + 1;
  };
  for (const hour of hours) count(withMail, hour);
  for (let hour = first; hour <= last; hour += 1) count(all, hour);
  return withMail.map((mail, at) => mail / Math.max(1, all[at] ?? 1));
}
