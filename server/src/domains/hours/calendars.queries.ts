import type { Calendar, CalendarDefinition } from "@deskhand/contract/targets/hours";
import type { Hours, Span } from "@deskhand/contract/targets/working-time";
import { sql } from "kysely";
import type { TenantTx } from "../../platform/db/tenant.ts";
import type { Holiday } from "../../platform/holidays/holidays.ts";

/** A calendar as its hours are computed with: of its days off only the dates. */
export type CalendarHours = { timeZone: string; week: Span[][]; daysOff: string[] };

/** The hours of a row `c` of calendars; null where there is none. */
export const hoursColumn = sql<CalendarHours | null>`case when c.id is not null then json_build_object('timeZone', c.time_zone,
  'week', c.week, 'daysOff', jsonb_path_query_array(c.days_off, '$[*].day')) end`;

/** Hours to compute with. */
export function toHours({ timeZone, week, daysOff }: CalendarHours): Hours {
  return { timeZone, week, daysOff: new Set(daysOff) };
}

/** The hours of these calendars by their ids; those that were deleted are left out. */
export async function selectHoursOf(tx: TenantTx, ids: readonly string[]): Promise<Map<string, Hours>> {
  if (ids.length === 0) return new Map();
  const rows = await tx
    .selectFrom("calendars as c")
    .select(["c.id", hoursColumn.as("hours")])
    .where("c.id", "=", sql<string>`any(${ids}::uuid[])`)
    .execute();
  return new Map(rows.flatMap(({ id, hours }) => (hours === null ? [] : [[id, toHours(hours)] as const])));
}

/** The names of calendars by their ids. */
export async function selectCalendarNames(tx: TenantTx): Promise<Map<string, string>> {
  const rows = await tx.selectFrom("calendars").select(["id", "name"]).execute();
  return new Map(rows.map(({ id, name }) => [id, name]));
}

type DayOff = Holiday & { isHoliday: boolean };

const shownCalendars = (tx: TenantTx) =>
  tx
    .selectFrom("calendars as c")
    .leftJoin("users as u", (join) => join.onRef("u.client_id", "=", "c.client_id").onRef("u.id", "=", "c.changed_by"))
    .select(["c.id", "c.name", "c.time_zone as timeZone", "c.week", "c.country", "c.region", "c.version"])
    .select(["c.days_off as daysOff", "u.name as changedBy", "c.updated_at as updatedAt"])
    .$castTo<Omit<Calendar, "holidays" | "daysOff"> & { daysOff: DayOff[] }>();

type Row = Awaited<ReturnType<ReturnType<typeof shownCalendars>["execute"]>>[number];

function toCalendar({ daysOff, ...row }: Row): Calendar {
  const of = (wanted: boolean) =>
    daysOff.filter(({ isHoliday }) => isHoliday === wanted).map(({ day, name }) => ({ day, name }));
  return { ...row, daysOff: of(false), holidays: of(true) };
}

/** Every calendar of the store, by name. */
export async function selectCalendars(tx: TenantTx): Promise<Calendar[]> {
  return (await shownCalendars(tx).orderBy("c.name").orderBy("c.id").execute()).map(toCalendar);
}

/** One calendar; undefined where there is none. */
export async function selectCalendar(tx: TenantTx, id: string): Promise<Calendar | undefined> {
  const row = await shownCalendars(tx).where("c.id", "=", id).executeTakeFirst();
  return row && toCalendar(row);
}

/** Who made a calendar; undefined where there is none. */
export function selectCalendarMaker(tx: TenantTx, id: string): Promise<{ id: string | null } | undefined> {
  return tx.selectFrom("calendars").select("made_by as id").where("id", "=", id).executeTakeFirst();
}

/** Whether there is a calendar; it stays until the transaction ends. */
export async function calendarExists(tx: TenantTx, id: string): Promise<boolean> {
  return (
    (await tx.selectFrom("calendars").select("id").where("id", "=", id).forKeyShare().executeTakeFirst()) !== undefined
  );
}

/** How many calendars there are, and whether another one has a name. */
export function countCalendars(tx: TenantTx, name: string, exceptId: string) {
  return tx
    .selectFrom("calendars")
    .select((eb) => [
      eb.fn.countAll<number>().as("count"),
      sql<boolean>`coalesce(bool_or(lower(name) = lower(${name}::text) and id != ${exceptId}::uuid), false)`.as(
        "isTaken",
      ),
    ])
    .executeTakeFirstOrThrow();
}

type Written = CalendarDefinition & { id: string; userId: string; holidays: readonly Holiday[] };

function columnsOf({ name, timeZone, week, country, region, daysOff, holidays, userId }: Written) {
  return {
    name,
    time_zone: timeZone,
    week: JSON.stringify(week),
    country,
    region,
    days_off: daysOffOf(daysOff, holidays),
    changed_by: userId,
  };
}

function daysOffOf(own: readonly Holiday[], holidays: readonly Holiday[]): string {
  const all = [
    ...own.map((day) => ({ ...day, isHoliday: false })),
    ...holidays.map((day) => ({ ...day, isHoliday: true })),
  ];
  return JSON.stringify(all.sort((one, other) => one.day.localeCompare(other.day)));
}

/** Writes a new calendar. */
export async function insertCalendar(tx: TenantTx, calendar: Written): Promise<void> {
  const { id, userId } = calendar;
  await tx
    .insertInto("calendars")
    .values({ ...columnsOf(calendar), id, made_by: userId })
    .execute();
}

/** Changes a calendar if it still is the expected version; false where it is not. */
export async function updateCalendar(tx: TenantTx, calendar: Written, expectedVersion: number): Promise<boolean> {
  const { numUpdatedRows } = await tx
    .updateTable("calendars")
    .set((eb) => ({
      ...columnsOf(calendar),
      version: eb("version", "+", 1),
      updated_at: sql<string>`clock_timestamp()`,
    }))
    .where("id", "=", calendar.id)
    .where("version", "=", expectedVersion)
    .executeTakeFirst();
  return numUpdatedRows > 0n;
}

/** Gives a calendar the holidays of further years; false where it has these already, or was changed since it was read. */
export async function updateHolidays(tx: TenantTx, calendar: Calendar, holidays: readonly Holiday[]): Promise<boolean> {
  const daysOff = daysOffOf(calendar.daysOff, holidays);
  const { numUpdatedRows } = await tx
    .updateTable("calendars")
    .set({ days_off: daysOff })
    .where("id", "=", calendar.id)
    .where("version", "=", calendar.version)
    .where(sql<boolean>`days_off is distinct from ${daysOff}::jsonb`)
    .executeTakeFirst();
  return numUpdatedRows > 0n;
}

/** Deletes a calendar. */
export async function deleteCalendar(tx: TenantTx, id: string): Promise<void> {
  await tx.deleteFrom("calendars").where("id", "=", id).execute();
}
