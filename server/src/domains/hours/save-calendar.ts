import { isDeepStrictEqual } from "node:util";
import type { Calendar, CalendarDefinition } from "@deskhand/contract/targets/hours";
import { targetLimits } from "@deskhand/contract/targets/target-limits";
import { lockName } from "../../platform/db/lock-name.ts";
import type { TenantTx } from "../../platform/db/tenant.ts";
import { emit } from "../../platform/events.ts";
import { fail, failKeyUsed } from "../../platform/fail.ts";
import { type Holiday, holidayCountries, holidayRegions, publicHolidays } from "../../platform/holidays/holidays.ts";
import type { Actor } from "../../platform/http/context.ts";
import { record } from "../audit/index.ts";
import { calendarUse } from "./calendar-use.ts";
import {
  countCalendars,
  deleteCalendar,
  insertCalendar,
  selectCalendar,
  selectCalendarMaker,
  selectCalendars,
  updateCalendar,
} from "./calendars.queries.ts";

/** Lists the store's calendars by name. */
export function listCalendars(tx: TenantTx): Promise<Calendar[]> {
  return selectCalendars(tx);
}

/** The holidays that a calendar knows: of last year, for the clocks of old tickets, of this one and the next two. */
export async function readHolidays(
  { country, region }: Pick<CalendarDefinition, "country" | "region">,
  now: Date,
): Promise<Holiday[]> {
  if (country === null) return [];
  if (!(await holidayCountries()).some(({ code }) => code === country)) throw fail("holidays_unknown");
  if (region !== null && !(await holidayRegions(country)).some(({ code }) => code === region)) {
    throw fail("holidays_unknown");
  }
  const year = now.getUTCFullYear();
  return publicHolidays({ country, region }, [year - 1, year, year + 1, year + 2]);
}

/** Shows the holidays of a country or a part of it, with the parts that it has. */
export async function showHolidays(country: string, region: string | null, now: Date) {
  const items = await readHolidays({ country, region }, now);
  return { items, regions: await holidayRegions(country) };
}

/** Makes a calendar, once for a key: it becomes the calendar's id. */
export async function createCalendar(
  tx: TenantTx,
  { userId }: Pick<Actor, "userId">,
  { idempotencyKey: id, ...definition }: CalendarDefinition & { idempotencyKey: string },
  holidays: readonly Holiday[],
): Promise<Calendar> {
  await lockCalendars(tx);
  const maker = await selectCalendarMaker(tx, id);
  if (maker && maker.id !== userId) throw failKeyUsed();
  if (maker) return findCalendar(tx, id);
  const { count, isTaken } = await countCalendars(tx, definition.name, id);
  if (isTaken) throw fail("calendar_name_taken");
  if (count >= targetLimits.calendars) throw fail("too_many_calendars");
  await insertCalendar(tx, { ...definition, id, userId, holidays });
  await record(tx, userId, "settings.hours-made", { id, label: definition.name });
  await emit(tx, "hours.changed", {});
  return findCalendar(tx, id);
}

/** Saves a calendar; what is so already is no change. */
export async function changeCalendar(
  tx: TenantTx,
  { userId }: Actor,
  { id, expectedVersion, ...definition }: CalendarDefinition & { id: string; expectedVersion: number },
  holidays: readonly Holiday[],
): Promise<Calendar> {
  await lockCalendars(tx);
  const before = await findCalendar(tx, id);
  if (isDeepStrictEqual({ ...before, ...definition, holidays }, before)) return before;
  if ((await countCalendars(tx, definition.name, id)).isTaken) throw fail("calendar_name_taken");
  if (!(await updateCalendar(tx, { ...definition, id, userId, holidays }, expectedVersion))) {
    throw fail("calendar_changed_meanwhile", { version: before.version });
  }
  await record(tx, userId, "settings.hours-changed", { id, label: definition.name });
  await emit(tx, "hours.changed", {});
  return findCalendar(tx, id);
}

/** Deletes a calendar that nothing uses. */
export async function removeCalendar(tx: TenantTx, actor: Actor, id: string): Promise<{ id: string }> {
  await lockCalendars(tx);
  const { name } = await findCalendar(tx, id);
  const policies = await calendarUse.answer(tx, actor, id);
  if (policies.length > 0) throw fail("calendar_in_use", { policies });
  await deleteCalendar(tx, id);
  await record(tx, actor.userId, "settings.hours-deleted", { id, label: name });
  await emit(tx, "hours.changed", {});
  return { id };
}

async function findCalendar(tx: TenantTx, id: string): Promise<Calendar> {
  const calendar = await selectCalendar(tx, id);
  if (!calendar) throw fail("calendar_not_found");
  return calendar;
}

// Several at once could pass the limit together, or take one name.
async function lockCalendars(tx: TenantTx): Promise<void> {
  await lockName(tx, "calendars");
}
