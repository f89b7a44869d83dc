import * as z from "zod";
import { endpoint } from "../endpoint.ts";
import { among } from "../errors.ts";
import { id, oneLine, timestamp, trimmedText } from "../page.ts";
import { targetLimits } from "./target-limits.ts";

const isTimeZone = (name: string) => {
  try {
    return new Intl.DateTimeFormat("en-US", { timeZone: name }).resolvedOptions().timeZone !== "";
  } catch {
    // That is how Intl says that it does not know the zone.
    return false;
  }
};
const isDay = (text: string) =>
  /^\d{4}-\d\d-\d\d$/.test(text) && new Date(`${text}T00:00:00Z`).toJSON()?.startsWith(text) === true;

const minute = z.number().int().min(0).max(1_440);
const spanSchema = z
  .tuple([minute, minute])
  .refine(([from, to]) => from < to, "A span has to end after it begins; split one over midnight into two days");
const daySchema = z
  .array(spanSchema)
  .max(targetLimits.spansOfDay, `A day has at most ${targetLimits.spansOfDay} spans`)
  .refine(
    (spans) => spans.every(([from], index) => index === 0 || from >= (spans[index - 1]?.[1] ?? 0)),
    "The spans of a day have to be in order, and may not overlap",
  );

const daySchemaOff = z.object({
  day: z.string().refine(isDay, "Enter a day"),
  name: trimmedText("Name", targetLimits.targetNameLength, "Name is required").overwrite(oneLine),
});
const place = z.string().regex(/^[A-Za-z0-9-]{1,10}$/, "Choose from the list");

const calendarShape = {
  name: trimmedText("Name", targetLimits.targetNameLength, "Name is required").overwrite(oneLine),
  /** As the IANA database names it: Europe/Berlin. */
  timeZone: z.string().max(64).refine(isTimeZone, "This time zone is not known"),
  /** Each day from Monday on: its spans in minutes after midnight, in order and apart. */
  week: z.array(daySchema).length(7, "A week has seven days"),
  /** Whose public holidays are days off, as ISO 3166 names it: DE, and BY within it. Null for none, and for the whole country. */
  country: z
    .string()
    .regex(/^[A-Z]{2}$/, "Choose from the list")
    .nullable(),
  region: place.nullable(),
  daysOff: z
    .array(daySchemaOff)
    .max(targetLimits.daysOff, `A calendar has at most ${targetLimits.daysOff} days off of its own`),
};
const hasItsCountry = ({ country, region }: { country: string | null; region: string | null }) =>
  country !== null || region === null;
const regionFault = { path: ["region"], message: "Choose a country first" };

const definitionSchema = z.object(calendarShape).refine(hasItsCountry, regionFault);
export type CalendarDefinition = z.output<typeof definitionSchema>;

const dayOffSchema = z.object({ day: z.string(), name: z.string() });

const calendarSchema = z.object({
  ...calendarShape,
  id,
  /** Counts its changes. */
  version: z.number().int(),
  /** The public holidays that it knows: of last year, this one and the next two. */
  holidays: z.array(dayOffSchema),
  /** The name of who changed it last; null for somebody who was deleted. */
  changedBy: z.string().nullable(),
  updatedAt: timestamp,
});
export type Calendar = z.infer<typeof calendarSchema>;

const placeSchema = z.object({ code: z.string(), name: z.string() });

const saveErrors = ["calendar_name_taken", "holidays_unknown"] as const;

/** When a store works (docs/product.md#working-hours). */
export const hours = {
  /** Lists the store's calendars by name. Whoever sees how much time a ticket has needs the hours in which it passes. */
  list: endpoint("tickets:read", "GET", "/hours").output(z.object({ items: z.array(calendarSchema) })),
  create: endpoint("targets:manage", "POST", "/hours")
    .errors(among("too_many_calendars", ...saveErrors))
    // A second request with the same key returns what the first one made.
    .input(z.object({ ...calendarShape, idempotencyKey: id }).refine(hasItsCountry, regionFault))
    .output(calendarSchema),
  update: endpoint("targets:manage", "PUT", "/hours/{id}")
    .errors(among("calendar_not_found", "calendar_changed_meanwhile", ...saveErrors))
    .input(z.object({ ...calendarShape, id, expectedVersion: z.number().int() }).refine(hasItsCountry, regionFault))
    .output(calendarSchema),
  remove: endpoint("targets:manage", "DELETE", "/hours/{id}")
    .errors(among("calendar_not_found", "calendar_in_use"))
    .input(z.object({ id }))
    .output(z.object({ id })),
  /** The countries whose public holidays are known. */
  countries: endpoint("tickets:read", "GET", "/hours/countries").output(z.object({ items: z.array(placeSchema) })),
  /** The public holidays of a country, or of a part of it, with the parts that it has. */
  holidays: endpoint("targets:manage", "GET", "/hours/holidays", { isHeavy: true })
    .errors(among("holidays_unknown"))
    .input(z.object({ country: z.string().regex(/^[A-Z]{2}$/, "Choose from the list"), region: place.optional() }))
    .output(z.object({ regions: z.array(placeSchema), items: z.array(dayOffSchema) })),
};
