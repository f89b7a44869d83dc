import type { EventPayloads } from "@deskhand/contract/events";
import type { TenantTx } from "../../../platform/db/tenant.ts";
import { unassignAll } from "../rows/tickets.queries.ts";
import { keepNameInTrails, recordActivity } from "../rows/trail.queries.ts";
import { assigned } from "./create-ticket.ts";

const together = 1_000;

/** Somebody is about to be deleted: their tickets become nobody's, as their trails say, and what they did keeps their name. */
export async function letGoOfTickets(
  tx: TenantTx,
  { userId, name, actorId }: EventPayloads["user.deleted"],
): Promise<void> {
  await keepNameInTrails(tx, userId, name);
  const steps = (await unassignAll(tx, userId)).map((id) => assigned(id, actorId, { id: userId, name }, null).step);
  for (let at = 0; at < steps.length; at += together) await recordActivity(tx, ...steps.slice(at, at + together));
}
