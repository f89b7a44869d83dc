import type { ActivityKind } from "@deskhand/contract/vocabulary";
import type { TenantTx } from "../../../platform/db/tenant.ts";
import { insertActivity } from "./tickets.queries.ts";

export type Activity = {
  ticketId: string;
  /** Null is the system. */
  actorId: string | null;
  kind: ActivityKind;
  /** `from` and `to` as the contract's activity tells them, and ids for whoever looks closer. */
  details?: Record<string, unknown>;
};

/** Adds to a ticket's activity trail. */
export async function recordActivity(tx: TenantTx, activity: Activity): Promise<void> {
  await insertActivity(tx, { ...activity, details: activity.details ?? {} });
}
