/** A day off: its date as YYYY-MM-DD, and its name. */
export type Holiday = { day: string; name: string };
/** A country, or a part of one, whose public holidays are known. */
export type HolidayPlace = { code: string; name: string };

// Its tables take a tenth of a second and 35 MB: they are loaded when somebody first asks for holidays.
const library = () => import("date-holidays").then(({ default: Holidays }) => Holidays);

/** The countries whose public holidays are known, by name. */
export async function holidayCountries(): Promise<HolidayPlace[]> {
  const Holidays = await library();
  return placesOf(new Holidays().getCountries("en"));
}

/** The parts of a country with public holidays of their own, by name. */
export async function holidayRegions(country: string): Promise<HolidayPlace[]> {
  const Holidays = await library();
  return placesOf(new Holidays().getStates(country, "en"));
}

function placesOf(names: Record<string, string> | undefined): HolidayPlace[] {
  const places = Object.entries(names ?? {}).map(([code, name]) => ({ code, name }));
  return places.sort((one, other) => one.name.localeCompare(other.name, "en"));
}

/** The public holidays of a country, or of a part of it, in order; those of two names on one day once. */
export async function publicHolidays(
  { country, region }: { country: string; region: string | null },
  years: readonly number[],
): Promise<Holiday[]> {
  const Holidays = await library();
  const holidays = region === null ? new Holidays(country) : new Holidays(country, region);
  holidays.setLanguages(["en"]);
  const byDay = new Map<string, string>();
  for (const { type, date, start, end, name } of years.flatMap((year) => holidays.getHolidays(year))) {
    if (type !== "public") continue;
    const days = Math.max(1, Math.round((end.getTime() - start.getTime()) / DAY_MS));
    for (let day = 0; day < days; day += 1) {
      const at = new Date(Date.parse(`${date.slice(0, 10)}T00:00:00Z`) + day * DAY_MS).toISOString().slice(0, 10);
      if (!byDay.has(at)) byDay.set(at, name);
    }
  }
  return [...byDay].map(([day, name]) => ({ day, name })).sort((one, other) => one.day.localeCompare(other.day));
}

const DAY_MS = 86_400_000;
