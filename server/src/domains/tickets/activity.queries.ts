import { sql } from "kysely";

/** A row `a` of a ticket's trail with its actor `u` as the contract's activity, to be written into a statement. */
export const activityText = `json_build_object('id', a.id, 'ticketId', a.ticket_id, 'kind', a.kind, 'actorId', a.actor_id,
  'actorName', coalesce(u.name, a.details ->> 'author', 'System'), 'from', a.details ->> 'from', 'to', a.details ->> 'to',
  'createdAt', iso(a.created_at))`;

/** The same as a part of a built query. */
export const activityJson = sql.raw(activityText);
