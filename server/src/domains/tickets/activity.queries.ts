import { sql } from "kysely";

/** A row `a` of a ticket's trail with its actor `u` as the contract's activity. */
export const activityJson =
  sql.raw(`json_build_object('id', a.id, 'ticketId', a.ticket_id, 'kind', a.kind, 'actorId', a.actor_id,
  'actorName', coalesce(u.name, a.details ->> 'author', 'System'), 'from', a.details ->> 'from', 'to', a.details ->> 'to',
  'createdAt', iso(a.created_at))`);
