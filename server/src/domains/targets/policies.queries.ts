import type { RuleCondition } from "@deskhand/contract/admin/rules";
import type { Policy, PolicyDefinition } from "@deskhand/contract/targets/targets";
import { sql } from "kysely";
import type { TenantTx } from "../../platform/db/tenant.ts";
import { type CalendarHours, hoursColumn, toHours } from "../hours/index.ts";
import type { ClockPolicy } from "./clocks-of.ts";

/** A policy as it applies to tickets. */
export type RunningPolicy = ClockPolicy & { matches: "all" | "any"; conditions: RuleCondition[] };

/** A policy as the database has it. */
export type StoredPolicy = Omit<RunningPolicy, "hours"> & { hours: CalendarHours | null };

/** The policies that are switched on, in their order, as one value for a statement that reads more. */
export function policiesOnJson() {
  return sql<
    StoredPolicy[]
  >`coalesce((select json_agg(json_build_object('id', p.id, 'name', p.name, 'matches', p.matches,
      'conditions', p.conditions, 'firstReplyMinutes', p.first_reply_minutes, 'nextReplyMinutes', p.next_reply_minutes,
      'resolutionMinutes', p.resolution_minutes, 'pausing', p.pausing, 'hours', ${hoursColumn}) order by p.position, p.id)
    from target_policies p left join calendars c on c.client_id = p.client_id and c.id = p.calendar_id
    where p.is_on), '[]')`;
}

/** The policies that are switched on, in their order. */
export async function selectPoliciesOn(tx: TenantTx): Promise<RunningPolicy[]> {
  const { policies } = await tx.selectNoFrom(policiesOnJson().as("policies")).executeTakeFirstOrThrow();
  return policies.map(toRunning);
}

/** A policy with its hours to compute with. */
export function toRunning({ hours, ...policy }: StoredPolicy): RunningPolicy {
  return { ...policy, hours: hours && toHours(hours) };
}

const times = [
  ...(["p.first_reply_minutes as firstReplyMinutes", "p.next_reply_minutes as nextReplyMinutes"] as const),
  ...(["p.resolution_minutes as resolutionMinutes", "p.pausing", "p.matches", "p.conditions"] as const),
] as const;

const shownPolicies = (tx: TenantTx) =>
  tx
    .selectFrom("target_policies as p")
    .leftJoin("users as u", (join) => join.onRef("u.client_id", "=", "p.client_id").onRef("u.id", "=", "p.changed_by"))
    .select(["p.id", "p.name", "p.is_on as isOn", "p.version", "p.calendar_id as calendarId"])
    .select(times)
    .select(["u.name as changedBy", "p.updated_at as updatedAt"])
    .$castTo<Policy>();

/** Every policy of the store, in their order. */
export function selectPolicies(tx: TenantTx): Promise<Policy[]> {
  return shownPolicies(tx).orderBy("p.position").orderBy("p.id").execute();
}

/** One policy; undefined where there is none. */
export function selectPolicy(tx: TenantTx, id: string): Promise<Policy | undefined> {
  return shownPolicies(tx).where("p.id", "=", id).executeTakeFirst();
}

/** Who made a policy; undefined where there is none. */
export function selectPolicyMaker(tx: TenantTx, id: string): Promise<{ id: string | null } | undefined> {
  return tx.selectFrom("target_policies").select("made_by as id").where("id", "=", id).executeTakeFirst();
}

/** How many policies there are, and whether another one has a name. */
export function countPolicies(tx: TenantTx, name: string, exceptId: string) {
  return tx
    .selectFrom("target_policies")
    .select((eb) => [
      eb.fn.countAll<number>().as("count"),
      sql<boolean>`coalesce(bool_or(lower(name) = lower(${name}::text) and id != ${exceptId}::uuid), false)`.as(
        "isTaken",
      ),
    ])
    .executeTakeFirstOrThrow();
}

type Written = PolicyDefinition & { id: string; userId: string };

function columnsOf({ name, matches, conditions, calendarId, pausing, userId, ...minutes }: Written) {
  return {
    name,
    matches,
    conditions: JSON.stringify(conditions),
    first_reply_minutes: minutes.firstReplyMinutes,
    next_reply_minutes: minutes.nextReplyMinutes,
    resolution_minutes: minutes.resolutionMinutes,
    calendar_id: calendarId,
    pausing,
    changed_by: userId,
  };
}

/** Writes a new policy, as the last one. */
export async function insertPolicy(tx: TenantTx, { isOn, ...policy }: Written & { isOn: boolean }): Promise<void> {
  const { id, userId } = policy;
  await tx
    .insertInto("target_policies")
    .values((eb) => ({
      ...columnsOf(policy),
      id,
      is_on: isOn,
      made_by: userId,
      position: eb.selectFrom("target_policies").select(sql<number>`coalesce(max(position), 0) + 1`.as("last")),
    }))
    .execute();
}

/** Changes a policy if it still is the expected version; false where it is not. */
export async function updatePolicy(tx: TenantTx, policy: Written, expectedVersion: number): Promise<boolean> {
  const { numUpdatedRows } = await tx
    .updateTable("target_policies")
    .set((eb) => ({ ...columnsOf(policy), version: eb("version", "+", 1), updated_at: sql<string>`clock_timestamp()` }))
    .where("id", "=", policy.id)
    .where("version", "=", expectedVersion)
    .executeTakeFirst();
  return numUpdatedRows > 0n;
}

/** Switches a policy on or off; false where it is so already. */
export async function switchPolicy(tx: TenantTx, id: string, isOn: boolean, userId: string): Promise<boolean> {
  const { numUpdatedRows } = await tx
    .updateTable("target_policies")
    .set({ is_on: isOn, changed_by: userId, updated_at: sql<string>`clock_timestamp()` })
    .where("id", "=", id)
    .where("is_on", "!=", isOn)
    .executeTakeFirst();
  return numUpdatedRows > 0n;
}

/** Puts policies in this order, before all others. */
export async function placePolicies(tx: TenantTx, ids: readonly string[]): Promise<void> {
  await tx
    .with("moved", (db) =>
      db
        .selectFrom("target_policies as p")
        .select("p.id")
        .select(
          sql<number>`row_number() over (order by array_position(${ids}::uuid[], p.id) nulls last, p.position, p.id)`.as(
            "place",
          ),
        ),
    )
    .updateTable("target_policies as u")
    .from("moved")
    .set({ position: sql<number>`moved.place` })
    .whereRef("moved.id", "=", "u.id")
    .whereRef("u.position", "!=", "moved.place")
    .execute();
}

/** Deletes a policy. */
export async function deletePolicy(tx: TenantTx, id: string): Promise<void> {
  await tx.deleteFrom("target_policies").where("id", "=", id).execute();
}
