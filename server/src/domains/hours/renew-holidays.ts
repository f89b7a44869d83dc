import { emit } from "../../platform/events.ts";
import type { Schedule } from "../../platform/jobs/job.ts";
import { forEachTenant } from "../tenants/index.ts";
import { selectCalendars, updateHolidays } from "./calendars.queries.ts";
import { readHolidays } from "./save-calendar.ts";

/** Gives calendars the holidays of further years, and those that became known since, once a month. */
export const renewHolidays: Schedule = {
  name: "hours.renew-holidays",
  cron: "23 2 2 * *",
  work: (services) =>
    forEachTenant(services, async (tx) => {
      const now = new Date();
      let isChanged = false;
      for (const calendar of await selectCalendars(tx)) {
        if (calendar.country === null) continue;
        // A country that the library no longer knows keeps the holidays that it had.
        const holidays = await readHolidays(calendar, now).catch((error: unknown) => {
          services.log.warn({ err: error, country: calendar.country }, "Holidays could not be renewed");
          return null;
        });
        if (holidays && (await updateHolidays(tx, calendar, holidays))) isChanged = true;
      }
      if (isChanged) await emit(tx, "hours.changed", {});
    }),
};
