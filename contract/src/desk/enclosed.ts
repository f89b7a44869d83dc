import * as z from "zod";
import { timestamp } from "../page.ts";

/** What a calendar's mail asks or tells (RFC 5546). */
export const eventMethods = [
  ...(["request", "publish", "add", "counter", "cancel", "reply", "refresh", "declinecounter"] as const),
];
export type EventMethod = (typeof eventMethods)[number];

/** How a person answers an invitation (RFC 5545, section 3.2.12). */
export const eventAnswers = ["accepted", "declined", "tentative", "delegated", "needs-action"] as const;
export type EventAnswer = (typeof eventAnswers)[number];

/**
 * A day or time in a calendar: `local` is "2026-12-01" or "2026-12-01T15:00:00" as written there; `at` is the moment, null for a
 * day and if the time zone is unknown.
 */
const eventTimeSchema = z.object({
  local: z.string(),
  at: timestamp.nullable(),
  isDay: z.boolean(),
  /** The calendar's name for the time zone; null if it names none. */
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
  /** The comment of a person who answers. */
  comment: z.string(),
  location: z.string(),
  start: eventTimeSchema.nullable(),
  /** The last of several whole days; null if none is named. */
  end: eventTimeSchema.nullable(),
  /** Such as "Every week on Monday, 10 times"; null if it happens once. */
  repeats: z.string().nullable(),
  organizer: eventPersonSchema.nullable(),
  /** Only the first ones. */
  attendees: z.array(eventPersonSchema),
  attendeeCount: z.number().int(),
});
export type CalendarEvent = z.infer<typeof calendarEventSchema>;

const enclosedMailSchema = z.object({
  /** 1 for a mail enclosed in the message, 2 for a mail in that one. */
  depth: z.number().int(),
  from: z.string(),
  to: z.string(),
  sentAt: timestamp.nullable(),
  subject: z.string(),
  text: z.string(),
  /** Whether `text` was cut; the file has all of it. */
  isCut: z.boolean(),
});
export type EnclosedMail = z.infer<typeof enclosedMailSchema>;

/** What a mail is signed or encrypted with. */
const protections = ["smime", "pgp"] as const;
export type Protection = (typeof protections)[number];

/** What a mail has besides its own text: its protection, and the readable part of what it encloses. */
export const enclosedSchema = z.object({
  /** Whether the mail has no text of its own; the message's `content` then says what is here. */
  isInstead: z.boolean(),
  /** With what it is signed; nobody verified the signer: "Signature not verified". */
  signed: z.enum(protections).nullable(),
  /** With what it, or a part of it, is encrypted for another person's key. */
  encrypted: z.enum(protections).nullable(),
  events: z.array(calendarEventSchema),
  mails: z.array(enclosedMailSchema),
});
export type Enclosed = z.infer<typeof enclosedSchema>;
