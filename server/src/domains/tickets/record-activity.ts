import type { TenantTx } from "../../platform/db/tenant.ts";
import { insertActivity } from "./tickets.queries.ts";

export type Activity = {
  ticketId: string;
  /** Null is the system. */
  actorId: string | null;
  kind: "created" | "status_changed" | "reopened" | "note_added" | "replied";
  details?: Record<string, unknown>;
};

/** Adds to a ticket's activity trail. */
export async function recordActivity(tx: TenantTx, activity: Activity): Promise<void> {
  await insertActivity(tx, { ...activity, details: activity.details ?? {} });
}
