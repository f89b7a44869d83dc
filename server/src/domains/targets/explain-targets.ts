import type { TenantTx } from "../../platform/db/tenant.ts";
import { fail } from "../../platform/fail.ts";
import { selectClockRows } from "./clocks.queries.ts";
import { clocksOf } from "./clocks-of.ts";
import { factsOf, matchPolicies } from "./keep-clocks.ts";
import { selectPoliciesOn, selectPolicy } from "./policies.queries.ts";

/** Says which policy is a ticket's, and how its clocks came to what they show: read from its trail, not from what is stored of them. */
export async function explainTargets(tx: TenantTx, ticketId: string) {
  const [row] = await selectClockRows(tx, [ticketId]);
  if (!row) throw fail("ticket_not_found");
  const policies = await selectPoliciesOn(tx);
  const policy = (await matchPolicies(tx, [ticketId], policies)).get(ticketId);
  const shown = policy && (await selectPolicy(tx, policy.id));
  if (!policy || !shown) return { policy: null, clocks: [] };
  const { id, name, calendarId, pausing } = shown;
  const clocks = clocksOf(factsOf(row), policy).map(
    ({ clock, began, targetMinutes, dueAt, riskAt, leftMs, pauses }) => ({
      clock,
      targetMinutes,
      beganAt: iso(began),
      dueAt: dueAt === null ? null : iso(dueAt),
      riskAt: riskAt === null ? null : iso(riskAt),
      leftMs,
      pauses: pauses.map(([from, to]) => ({ from: iso(Math.max(from, began)), to: to === null ? null : iso(to) })),
    }),
  );
  return { policy: { id, name, calendarId, pausing }, clocks };
}

const iso = (at: number) => new Date(at).toISOString();
