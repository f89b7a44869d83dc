import * as z from "zod";
import { timestamp } from "../page.ts";

/** What a calendar's mail asks or tells (RFC 5546). */
export const eventMethods = [
  ...(["request", "publish", "add", "counter", "cancel", "reply", "refresh", "declinecounter"] as const),
];
export type EventMethod = (typeof eventMethods)[number];

/** What somebody says to an invitation (RFC 5545, section 3.2.12). */
export const eventAnswers = ["accepted", "declined", "tentative", "delegated", "needs-action"] as const;
export type EventAnswer = (typeof eventAnswers)[number];

/**
 * A day or a time as a calendar has it: `local` is "2026-12-01" or "2026-12-01T15:00:00" as it is written there; `at` is the moment,
 * null for a day, and where its time zone is not known.
 */
const eventTimeSchema = z.object({
  local: z.string(),
  at: timestamp.nullable(),
  isDay: z.boolean(),
  /** As the calendar calls it; null where it names none. */
  zone: z.string().nullable(),
});
export type EventTime = z.infer<typeof eventTimeSchema>;

const eventPersonSchema = z.object({ name: z.string(), email: z.string(), answer: z.enum(eventAnswers).nullable() });
export type EventPerson = z.infer<typeof eventPersonSchema>;

const calendarEventSchema = z.object({
  method: z.enum(eventMethods).nullable(),
  isCancelled: z.boolean(),
  summary: z.string(),
  description: z.string(),
  /** What whoever answers adds to their answer. */
  comment: z.string(),
  location: z.string(),
  start: eventTimeSchema.nullable(),
  /** The last day of whole days; null where none is named. */
  end: eventTimeSchema.nullable(),
  /** "Every week on Monday, 10 times"; null for once. */
  repeats: z.string().nullable(),
  organizer: eventPersonSchema.nullable(),
  /** The first of them. */
  attendees: z.array(eventPersonSchema),
  attendeeCount: z.number().int(),
});
export type CalendarEvent = z.infer<typeof calendarEventSchema>;

const enclosedMailSchema = z.object({
  /** 1 for a mail that the message encloses, 2 for one in that. */
  depth: z.number().int(),
  from: z.string(),
  to: z.string(),
  sentAt: timestamp.nullable(),
  subject: z.string(),
  text: z.string(),
  /** True when `text` was cut: its file has the whole. */
  isCut: z.boolean(),
});
export type EnclosedMail = z.infer<typeof enclosedMailSchema>;

/** By what a mail is signed or encrypted. */
const protections = ["smime", "pgp"] as const;
export type Protection = (typeof protections)[number];

/** What a mail holds besides its own words: how it is protected, and what is readable of what it encloses. */
export const enclosedSchema = z.object({
  /** The mail has no words of its own: the message's `content` says what is here. */
  isInstead: z.boolean(),
  /** It is signed, and nobody verified by whom: "Signature not verified". */
  signed: z.enum(protections).nullable(),
  /** It, or a part of it, can be read by somebody else's key alone. */
  encrypted: z.enum(protections).nullable(),
  events: z.array(calendarEventSchema),
  mails: z.array(enclosedMailSchema),
});
export type Enclosed = z.infer<typeof enclosedSchema>;
