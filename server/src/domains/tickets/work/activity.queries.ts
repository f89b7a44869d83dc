import type { Activity } from "@deskhand/contract/activities";
import { sql } from "kysely";
import type { TenantTx } from "../../../platform/db/tenant.ts";

/** A row `a` of a ticket's trail with its actor `u` as the contract's activity, to be written into a statement. */
export const activityText = `json_build_object('id', a.id, 'ticketId', a.ticket_id, 'kind', a.kind, 'actorId', a.actor_id,
  'actorName', coalesce(u.name, a.details ->> 'author', 'System'), 'from', a.details ->> 'from', 'to', a.details ->> 'to',
  'createdAt', iso(a.created_at))`;

/** The same as a part of a built query. */
const activityJson = sql.raw(activityText);

/** A ticket's newest steps, newest first. */
export async function selectActivities(tx: TenantTx, ticketId: string, limit: number): Promise<Activity[]> {
  const { rows } = await sql<{ activity: Activity }>`
    select ${activityJson} as activity from ticket_activities a
    left join users u on u.client_id = a.client_id and u.id = a.actor_id
    where a.ticket_id = ${ticketId} order by a.created_at desc, a.id desc limit ${limit}`.execute(tx);
  return rows.map(({ activity }) => activity);
}
