import type { TicketStatus } from "@deskhand/contract/vocabulary";
import { sql } from "kysely";
import { builtOnce } from "../../platform/db/statement.ts";
import type { TenantTx } from "../../platform/db/tenant.ts";
import type { TicketClock } from "../tickets/index.ts";

/** What the trail of a ticket says about its clocks, and the clocks that it has. */
export type ClockRow = {
  id: string;
  status: TicketStatus;
  createdAt: string;
  waitingSince: string | null;
  isAnswered: boolean;
  /** Null for none. */
  steps: { at: string; from: TicketStatus | null; to: TicketStatus | null }[] | null;
  clocks: Omit<TicketClock, "ticketId">[] | null;
  now: string;
};

const statusSteps = sql<
  ClockRow["steps"]
>`case when not t.is_archived then (select json_agg(json_build_object('at', iso(a.created_at),
    'from', case when a.kind in ('status_changed', 'reopened') then a.details ->> 'from' end,
    'to', case a.kind when 'status_changed' then a.details ->> 'to' when 'reopened' then coalesce(a.details ->> 'to', 'open')
      when 'merged' then 'closed' end) order by a.created_at, a.id)
  from ticket_activities a where a.client_id = t.client_id and a.ticket_id = t.id
    and (a.kind in ('status_changed', 'reopened') or a.kind = 'merged' and a.details ? 'to' or a.kind = 'unmerged' and a.details ? 'from')) end`;

const clocks = sql<ClockRow["clocks"]>`(select json_agg(json_build_object('clock', k.clock, 'policyId', k.policy_id,
    'beganAt', iso(k.began_at), 'dueAt', iso(k.due_at), 'riskAt', iso(k.risk_at), 'isPaused', k.is_paused, 'leftMs', k.left_ms,
    'told', k.told, 'tellsAt', iso(k.tells_at)) order by k.clock)
  from ticket_clocks k where k.client_id = t.client_id and k.ticket_id = t.id)`;

const clockRows = builtOnce((db, { ids }: { ids: string[] }) =>
  db
    .selectFrom("support_tickets as t")
    .select(["t.id", "t.status", sql<string>`iso(t.created_at)`.as("createdAt")])
    .select(sql<string | null>`iso(t.waiting_since)`.as("waitingSince"))
    .select(sql<boolean>`t.first_response_at is not null`.as("isAnswered"))
    .select([statusSteps.as("steps"), clocks.as("clocks"), sql<string>`iso(clock_timestamp())`.as("now")])
    .where("t.id", "=", sql<string>`any(${ids}::uuid[])`),
);

/** What is known of tickets for their clocks. */
export async function selectClockRows(tx: TenantTx, ids: string[]): Promise<ClockRow[]> {
  return (await tx.executeQuery(clockRows({ ids }))).rows;
}
