import * as z from "zod";
import { endpoint } from "./endpoint.ts";
import { activitySchema, ticketCardSchema } from "./tickets.ts";

/** The six figures (docs/product.md#dashboard-figures); a tenant's day begins at midnight in its own time zone. */
const metricsSchema = z.object({
  totalTickets: z.number().int(),
  openTickets: z.number().int(),
  resolvedToday: z.number().int(),
  /** Hours from a customer's first message to the first answer, with one decimal; 0 if nothing was answered yet. */
  averageResponseTime: z.number(),
  /** The average of all ratings, out of 5 with one decimal; null before the first. */
  satisfaction: z.number().nullable(),
  overdueTickets: z.number().int(),
  /** The day that it is by the store's clocks, as 2026-11-30. */
  today: z.string(),
  /** The earlier values that the change texts compare with. */
  earlier: z.object({
    /** The value a week ago. */
    totalTickets: z.number().int(),
    /** The value at the end of yesterday. */
    openTickets: z.number().int(),
    /** The number of all yesterday. */
    resolvedTickets: z.number().int(),
    /** The value a week ago; null if nothing was answered by then. */
    averageResponseTime: z.number().nullable(),
    /** The value a month ago; null if nobody had rated by then. */
    satisfaction: z.number().nullable(),
  }),
});
export type Metrics = z.infer<typeof metricsSchema>;

/** An activity of any ticket, with what names the ticket. */
const recentActivitySchema = activitySchema.extend({ ticketNumber: z.number().int(), subject: z.string() });
export type RecentActivity = z.infer<typeof recentActivitySchema>;

export const dashboard = {
  metrics: endpoint("dashboard:read", "GET", "/dashboard/metrics").output(metricsSchema),
  /** Lists the tickets updated last, latest first. */
  recentTickets: endpoint("dashboard:read", "GET", "/dashboard/recent-tickets").output(z.array(ticketCardSchema)),
  /** Lists the last activities of all tickets, newest first. */
  recentActivity: endpoint("dashboard:read", "GET", "/dashboard/recent-activity").output(z.array(recentActivitySchema)),
};
