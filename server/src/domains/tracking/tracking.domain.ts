import type { Domain } from "../../platform/domain.ts";
import { moveTrackingNotes, takeTrackingNotesBack } from "./rows/tracking.queries.ts";
import { trackingRoutes } from "./tracking.routes.ts";

export const tracking: Domain = {
  tables: ["tracking_notes"],
  routes: () => ({ tracking: trackingRoutes }),
  subscribers: { "ticket.merged": moveTrackingNotes, "ticket.unmerged": takeTrackingNotesBack },
};
