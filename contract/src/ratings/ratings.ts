import * as z from "zod";
import { ruleLimits } from "../admin/rule-limits.ts";
import { endpoint } from "../endpoint.ts";
import { among } from "../errors.ts";
import { id, oneLine, timestamp, trimmedText, typedText } from "../page.ts";
import { ratingLimits } from "./rating-limits.ts";

/** What a customer was asked about a ticket, and what they said. */
export const ticketRatingSchema = z.object({
  askedAt: timestamp,
  /** From 1, the worst, to 5; null until they rated. */
  score: z.number().int().min(1).max(5).nullable(),
  comment: z.string().nullable(),
  /** When they rated first, and when they changed it last; null where they did not. */
  ratedAt: timestamp.nullable(),
  changedAt: timestamp.nullable(),
});
export type TicketRating = z.infer<typeof ticketRatingSchema>;

const reviewUrl = typedText("Enter an address")
  .trim()
  .max(ratingLimits.ratingReviewUrlLength, "The address is too long")
  .refine((url) => isPublicAddress(url), "Enter an address that begins with https://");

/** A secure web address without a name and password. */
function isPublicAddress(text: string): boolean {
  if (!/^https:\/\//i.test(text) || !URL.canParse(text)) return false;
  const { username, password, hostname } = new URL(text);
  return username === "" && password === "" && hostname !== "";
}

const wholeHours = `Enter whole hours, from 1 to ${ruleLimits.ruleDelayHours.toLocaleString("en-US")}`;
const wholeDays = `Enter whole days, from 1 to ${ratingLimits.ratingPauseDays}`;

const settingsShape = {
  /** Whether customers are asked at all: off, no rule asks anybody. */
  isOn: z.boolean(),
  /** How many hours after a ticket was resolved. */
  hours: z.number().int(wholeHours).min(1, wholeHours).max(ruleLimits.ruleDelayHours, wholeHours),
  /** How many days have to pass before the same person is asked again. */
  pauseDays: z.number().int(wholeDays).min(1, wholeDays).max(ratingLimits.ratingPauseDays, wholeDays),
  /** Whether whoever complained and was answered within a day is asked as well. */
  asksAfterComplaints: z.boolean(),
  /** Where whoever rated with 4 or 5 can write a review. */
  reviewLinks: z
    .array(
      z.object({
        name: trimmedText("Name", ratingLimits.ratingReviewNameLength, "Enter a name").overwrite(oneLine),
        url: reviewUrl,
      }),
    )
    .max(ratingLimits.ratingReviewLinks, `At most ${ratingLimits.ratingReviewLinks} links`),
};

const ratingSettingsSchema = z.object({
  ...settingsShape,
  version: z.number().int(),
  /** The rule that asks; null until ratings were switched on, and after it was deleted. */
  rule: z
    .object({
      id,
      name: z.string(),
      isOn: z.boolean(),
      /** Whether it still asks, so many hours after a ticket is resolved. */
      isAsMade: z.boolean(),
    })
    .nullable(),
});
export type RatingSettings = z.infer<typeof ratingSettingsSchema>;
export type ReviewLink = RatingSettings["reviewLinks"][number];

/** What customers are asked about how they were helped (docs/product.md#ratings). */
export const ratings = {
  settings: endpoint("admin:read", "GET", "/rating-settings").output(ratingSettingsSchema),
  /** Saves the settings, and makes or changes the rule that asks. */
  save: endpoint("rules:manage", "PUT", "/rating-settings")
    .errors(among("rating_settings_changed_meanwhile", "too_many_rules"))
    .input(z.object({ ...settingsShape, expectedVersion: z.number().int() }))
    .output(ratingSettingsSchema),
  /** The mail and the pages with these links, in one of the languages, for a made-up ticket. */
  preview: endpoint("admin:read", "POST", "/rating-settings/preview", { isHeavy: true, twice: "reads only" })
    .input(
      z.object({
        view: z.enum(["mail", "page", "thanks"]),
        language: z.string().max(10),
        reviewLinks: settingsShape.reviewLinks,
      }),
    )
    .output(
      z.object({
        html: z.string(),
        /** The languages that mails and pages are written in, by their codes, each with its own name. */
        languages: z.array(z.object({ code: z.string(), name: z.string() })),
      }),
    ),
};
