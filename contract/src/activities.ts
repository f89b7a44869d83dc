import * as z from "zod";
import { id, timestamp } from "./page.ts";
import { activityKinds } from "./vocabulary.ts";

/** One step of a ticket's activity trail. */
export const activitySchema = z.object({
  id,
  ticketId: id,
  kind: z.enum(activityKinds),
  actorId: id.nullable(),
  /** Who did it: a colleague's name, the customer's for `customer_replied`, "System" for what no person did. */
  actorName: z.string(),
  /**
   * What it was before and what it is now: statuses, priorities, categories, subjects, colleagues' names, due dates (ISO 8601), tags taken
   * off and put on (a list each, joined by ", "). Null where there was or is nothing.
   */
  from: z.string().nullable(),
  to: z.string().nullable(),
  createdAt: timestamp,
});
export type Activity = z.infer<typeof activitySchema>;
