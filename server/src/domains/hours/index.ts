export { calendarUse } from "./calendar-use.ts";
export { type CalendarHours, calendarExists, hoursColumn } from "./calendars.queries.ts";
