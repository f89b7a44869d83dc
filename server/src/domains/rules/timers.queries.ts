import type { RuleTrigger } from "@deskhand/contract/admin/rule-parts";
import type { ActivityKind, TicketStatus } from "@deskhand/contract/vocabulary";
import { type RawBuilder, sql } from "kysely";
import { givenRows } from "../../platform/db/given-rows.ts";
import type { Noted, TenantTx } from "../../platform/db/tenant.ts";
import type { RunningRule } from "./rules.queries.ts";

/** The triggers that count from something that happened before. */
export const timeTriggers = [
  "since_created",
  "since_customer",
  "since_answer",
  "since_pending",
  "since_resolved",
] as const satisfies RuleTrigger[];
type TimeTrigger = (typeof timeTriggers)[number];

type Clock = { ticket_id: string; rule_id: string; hours: number | null };
type Move = { sets: TimeTrigger[]; ends: TimeTrigger[] };
const nothing: Move = { sets: [], ends: [] };

/** Which clocks a step of the trail starts, and which it stops. */
export function movesOf({ kind, details }: Pick<Noted, "kind" | "details">): Move {
  if (kind === "created") {
    const sets: TimeTrigger[] =
      details.isFromCustomer === true ? ["since_created", "since_customer"] : ["since_created"];
    return { sets, ends: [] };
  }
  if (kind === "customer_replied") return { sets: ["since_customer"], ends: ["since_answer"] };
  if (kind === "replied") return { sets: ["since_answer"], ends: ["since_customer"] };
  if (kind === "status_changed" || kind === "reopened") {
    if (details.to === "pending") return { sets: ["since_pending"], ends: ["since_resolved"] };
    if (details.to === "resolved") return { sets: ["since_resolved"], ends: ["since_pending"] };
    // To close what is resolved only puts it away.
    return { sets: [], ends: details.to === "closed" ? ["since_pending"] : ["since_pending", "since_resolved"] };
  }
  return nothing;
}

/** Sets and ends the clocks of rules on time, as what happened to tickets says. */
export async function setTimers(tx: TenantTx, noted: readonly Noted[], rules: readonly RunningRule[]): Promise<void> {
  const onTime = rules.filter(({ delayHours }) => delayHours !== null);
  if (onTime.length === 0) return;
  /** By ticket and rule; null ends its clock. What happened last counts. */
  const clocks = new Map<string, Clock>();
  for (const step of noted) {
    const { sets, ends } = movesOf(step);
    for (const { id, trigger, delayHours } of onTime) {
      const isSet = sets.some((name) => name === trigger);
      if (!isSet && !ends.some((name) => name === trigger)) continue;
      clocks.set(`${step.about} ${id}`, { ticket_id: step.about, rule_id: id, hours: isSet ? delayHours : null });
    }
  }
  if (clocks.size === 0) return;
  const given = (rows: Clock[]) => givenRows({ ticket_id: "uuid", rule_id: "uuid", hours: "int" }, rows);
  const all = [...clocks.values()];
  const [set, ended] = [all.filter(({ hours }) => hours !== null), all.filter(({ hours }) => hours === null)];
  if (ended.length > 0) {
    await tx
      .deleteFrom("rule_timers as r")
      .using(given(ended))
      .where(sql<boolean>`r.rule_id = given.rule_id and r.ticket_id = given.ticket_id`)
      .execute();
  }
  if (set.length === 0) return;
  await tx
    .insertInto("rule_timers")
    .columns(["rule_id", "ticket_id", "due_at"])
    .expression((db) =>
      db
        .selectFrom(given(set))
        .select([sql<string>`given.rule_id`.as("rule_id"), sql<string>`given.ticket_id`.as("ticket_id")])
        .select(sql<string>`clock_timestamp() + make_interval(hours => given.hours)`.as("due_at")),
    )
    .onConflict((conflict) =>
      conflict
        .columns(["client_id", "rule_id", "ticket_id"])
        .doUpdateSet((eb) => ({ due_at: eb.ref("excluded.due_at") })),
    )
    .execute();
}

const newest = (kind: ActivityKind, to?: TicketStatus) => sql<
  string | null
>`(select max(a.created_at) from ticket_activities a
  where a.client_id = t.client_id and a.ticket_id = t.id and a.kind = ${kind} and a.details ->> 'to' is not distinct from ${to ?? null})`;

/** From when each clock counts on tickets `t` that are there already; null where it does not run. */
const since: Record<TimeTrigger, RawBuilder<string | null>> = {
  since_created: sql`t.created_at`,
  since_customer: sql`t.waiting_since`,
  since_answer: sql`case when t.waiting_since is null then ${newest("replied")} end`,
  since_pending: sql`case when t.status = 'pending' then ${newest("status_changed", "pending")} end`,
  since_resolved: sql`case when t.is_archived then ${newest("status_changed", "resolved")} end`,
};

/**
 * Sets the clocks of a rule anew, as it is switched on or changed: on tickets whose time is still to come, active ones unless it waits
 * since they were resolved. What was due before is not done late.
 */
export async function resetTimers(
  tx: TenantTx,
  rule: Pick<RunningRule, "id" | "trigger" | "delayHours">,
): Promise<void> {
  const { id, delayHours } = rule;
  await endTimers(tx, id);
  const trigger = timeTriggers.find((name) => name === rule.trigger);
  if (trigger === undefined || delayHours === null) return;
  const due = sql<string>`${since[trigger]} + make_interval(hours => ${delayHours})`;
  await tx
    .insertInto("rule_timers")
    .columns(["rule_id", "ticket_id", "due_at"])
    .expression((db) =>
      db
        .selectFrom("support_tickets as t")
        .select([sql<string>`${id}::uuid`.as("rule_id"), "t.id", due.as("due_at")])
        .where("t.is_archived", "=", trigger === "since_resolved")
        // An archive is large, and of one that was touched long before nothing is still to come.
        .$if(trigger === "since_resolved", (query) =>
          query.where("t.updated_at", ">", sql<string>`now() - make_interval(hours => ${delayHours})`),
        )
        .where("t.merged_into_id", "is", null)
        .where(due, ">", sql<string>`now()`),
    )
    .execute();
}

/** Ends all clocks of a rule. */
export async function endTimers(tx: TenantTx, ruleId: string): Promise<void> {
  await tx.deleteFrom("rule_timers").where("rule_id", "=", ruleId).execute();
}

/**
 * Takes clocks whose time has come, the longest due first, and every due one of the same tickets, whose rules run in their order; one whose
 * ticket somebody is changing right now is left.
 */
export function takeDueTimers(tx: TenantTx, most: number): Promise<{ ruleId: string; ticketId: string }[]> {
  return tx
    .with(
      (cte) => cte("due").materialized(),
      (db) =>
        db
          .selectFrom("rule_timers as r")
          .innerJoin("support_tickets as t", (join) =>
            join.onRef("t.client_id", "=", "r.client_id").onRef("t.id", "=", "r.ticket_id"),
          )
          .select("r.ticket_id")
          .where("r.due_at", "<=", sql<string>`now()`)
          .orderBy("r.due_at")
          .limit(most)
          .forNoKeyUpdate()
          .skipLocked(),
    )
    .deleteFrom("rule_timers as gone")
    .where("gone.ticket_id", "in", (eb) => eb.selectFrom("due").select("due.ticket_id"))
    .where("gone.due_at", "<=", sql<string>`now()`)
    .returning(["gone.rule_id as ruleId", "gone.ticket_id as ticketId"])
    .execute();
}
