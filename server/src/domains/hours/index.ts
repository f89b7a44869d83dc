export { calendarUse } from "./calendar-use.ts";
export {
  type CalendarHours,
  calendarExists,
  hoursColumn,
  selectCalendarNames,
  selectHoursOf,
  toHours,
} from "./calendars.queries.ts";
export { createCalendar } from "./save-calendar.ts";
