import * as z from "zod";
import { endpoint } from "./endpoint.ts";
import { activitySchema, ticketCardSchema } from "./tickets.ts";

/** The six figures (docs/product.md#dashboard-figures); a tenant's day begins at midnight in its time zone. */
const metricsSchema = z.object({
  totalTickets: z.number().int(),
  openTickets: z.number().int(),
  resolvedToday: z.number().int(),
  /** Hours from a customer's first message to the first answer, to one decimal; 0 when nothing was answered yet. */
  averageResponseTime: z.number(),
  /** Of 5; null as long as customers cannot rate. */
  satisfaction: z.number().nullable(),
  overdueTickets: z.number().int(),
  /** What the change texts compare with. */
  earlier: z.object({
    /** A week ago. */
    totalTickets: z.number().int(),
    /** When yesterday ended. */
    openTickets: z.number().int(),
    /** In the whole of yesterday. */
    resolvedTickets: z.number().int(),
    /** As it was a week ago; null when nothing was answered by then. */
    averageResponseTime: z.number().nullable(),
    /** A month ago. */
    satisfaction: z.number().nullable(),
  }),
});
export type Metrics = z.infer<typeof metricsSchema>;

/** A step of some ticket's trail, with what names the ticket. */
const recentActivitySchema = activitySchema.extend({ ticketNumber: z.number().int(), subject: z.string() });
export type RecentActivity = z.infer<typeof recentActivitySchema>;

export const dashboard = {
  metrics: endpoint("dashboard:read", "GET", "/dashboard/metrics").output(metricsSchema),
  /** The last updated tickets, the latest first. */
  recentTickets: endpoint("dashboard:read", "GET", "/dashboard/recent-tickets").output(z.array(ticketCardSchema)),
  /** What happened last on any ticket, the newest first. */
  recentActivity: endpoint("dashboard:read", "GET", "/dashboard/recent-activity").output(z.array(recentActivitySchema)),
};
