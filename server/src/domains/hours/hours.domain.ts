import type { Domain } from "../../platform/domain.ts";
import { holidayCountries } from "../../platform/holidays/holidays.ts";
import { api } from "../../platform/http/api.ts";
import { renewHolidays } from "./renew-holidays.ts";
import {
  changeCalendar,
  createCalendar,
  listCalendars,
  readHolidays,
  removeCalendar,
  showHolidays,
} from "./save-calendar.ts";

export const hours: Domain = {
  tables: ["calendars"],
  routes: () => ({ hours: hoursRoutes }),
  schedules: [renewHolidays],
};

const hoursRoutes = {
  list: api.hours.list.handler(async ({ context }) => ({ items: await context.withTenant(listCalendars) })),
  create: api.hours.create.handler(async ({ context, input }) => {
    // Before the transaction: their tables may have to be loaded first.
    const holidays = await readHolidays(input, new Date());
    return context.withTenant((tx) => createCalendar(tx, context.actor, input, holidays));
  }),
  update: api.hours.update.handler(async ({ context, input }) => {
    const holidays = await readHolidays(input, new Date());
    return context.withTenant((tx) => changeCalendar(tx, context.actor, input, holidays));
  }),
  remove: api.hours.remove.handler(({ context, input }) =>
    context.withTenant((tx) => removeCalendar(tx, context.actor, input.id)),
  ),
  countries: api.hours.countries.handler(async () => ({ items: await holidayCountries() })),
  holidays: api.hours.holidays.handler(({ input: { country, region = null } }) =>
    showHolidays(country, region, new Date()),
  ),
};
