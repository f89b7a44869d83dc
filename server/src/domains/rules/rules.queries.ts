import { ruleLimits } from "@deskhand/contract/admin/rule-limits";
import type { RuleTrigger } from "@deskhand/contract/admin/rule-parts";
import type { Rule, RuleDefinition, RuleOutcome, RulePass } from "@deskhand/contract/admin/rules";
import { sql } from "kysely";
import { givenRows } from "../../platform/db/given-rows.ts";
import { builtOnce } from "../../platform/db/statement.ts";
import type { TenantTx } from "../../platform/db/tenant.ts";

/** A rule as it runs. */
export type RunningRule = Pick<Rule, "id" | "version" | keyof RuleDefinition>;

const definition = [
  ...(["r.id", "r.name", "r.version", "r.trigger", "r.delay_hours as delayHours", "r.matches"] as const),
  ...(["r.conditions", "r.actions"] as const),
] as const;

const rulesOn = builtOnce((db, { triggers }: { triggers: string[] }) =>
  db
    .selectFrom("rules as r")
    .select(definition)
    .where("r.is_on", "=", true)
    .where("r.trigger", "=", sql<RuleTrigger>`any(${triggers}::text[])`)
    .orderBy("r.position")
    .orderBy("r.id")
    .$castTo<RunningRule>(),
);

/** The rules that are switched on for these triggers, in their order. */
export async function selectRulesOn(tx: TenantTx, triggers: RuleTrigger[]): Promise<RunningRule[]> {
  return (await tx.executeQuery(rulesOn({ triggers }))).rows;
}

/** The same as one value, for a statement that reads more. */
export function rulesOnJson(triggers: string[]) {
  return sql<
    RunningRule[]
  >`coalesce((select json_agg(json_build_object('id', r.id, 'name', r.name, 'version', r.version,
      'trigger', r.trigger, 'delayHours', r.delay_hours, 'matches', r.matches, 'conditions', r.conditions, 'actions', r.actions)
      order by r.position, r.id)
    from rules r where r.is_on and r.trigger = any(${triggers}::text[])), '[]')`;
}

const RUNS_DAYS = 30;

const shownRules = (tx: TenantTx) =>
  tx
    .selectFrom("rules as r")
    .leftJoin("users as m", (join) => join.onRef("m.client_id", "=", "r.client_id").onRef("m.id", "=", "r.made_by"))
    .leftJoin("users as c", (join) => join.onRef("c.client_id", "=", "r.client_id").onRef("c.id", "=", "r.changed_by"))
    .select(definition)
    .select(["r.is_on as isOn", "m.name as madeBy", "c.name as changedBy", "r.updated_at as updatedAt"])
    .select("r.stopped_at as stoppedAt")
    .select((eb) => [
      eb
        .selectFrom("rule_runs as n")
        .select((of) => of.fn.countAll<number>().as("runs"))
        .whereRef("n.rule_id", "=", "r.id")
        .where("n.outcome", "=", "ran")
        .where("n.ran_at", ">", sql<string>`now() - make_interval(days => ${RUNS_DAYS})`)
        .as("runs"),
      eb
        .selectFrom("rule_runs as n")
        .select((of) => of.fn.max("n.ran_at").as("last"))
        .whereRef("n.rule_id", "=", "r.id")
        .as("lastRunAt"),
      eb
        .selectFrom("rule_runs as n")
        .select("n.outcome")
        .whereRef("n.rule_id", "=", "r.id")
        .orderBy("n.ran_at", "desc")
        .limit(1)
        .as("lastOutcome"),
    ])
    .where("r.is_deleted", "=", false)
    .$castTo<Omit<Rule, "missing">>();

/** Every rule of the store, in the order in which they run. */
export function selectRules(tx: TenantTx): Promise<Omit<Rule, "missing">[]> {
  return shownRules(tx).orderBy("r.position").orderBy("r.id").execute();
}

/** One rule; undefined where there is none. */
export function selectRule(tx: TenantTx, id: string): Promise<Omit<Rule, "missing"> | undefined> {
  return shownRules(tx).where("r.id", "=", id).executeTakeFirst();
}

/** Who made a rule, also one that was deleted; undefined where there was none. */
export function selectRuleMaker(tx: TenantTx, id: string): Promise<{ id: string | null } | undefined> {
  return tx.selectFrom("rules").select("made_by as id").where("id", "=", id).executeTakeFirst();
}

/** How many rules there are, and whether another one has a name. */
export function countRules(tx: TenantTx, name: string, exceptId: string | null) {
  return tx
    .selectFrom("rules")
    .select((eb) => [
      eb.fn.countAll<number>().as("count"),
      sql<boolean>`coalesce(bool_or(lower(name) = lower(${name}::text) and id is distinct from ${exceptId}::uuid), false)`.as(
        "isTaken",
      ),
    ])
    .where("is_deleted", "=", false)
    .executeTakeFirstOrThrow();
}

/** Which of these are active colleagues. */
export async function selectColleagues(tx: TenantTx, ids: readonly string[]): Promise<Set<string>> {
  if (ids.length === 0) return new Set();
  const rows = await tx
    .selectFrom("users")
    .select("id")
    .where("id", "=", sql<string>`any(${ids}::uuid[])`)
    .where("is_active", "=", true)
    .execute();
  return new Set(rows.map(({ id }) => id));
}

/** The names of people by their ids, also of those who are not active. */
export async function selectPeople(tx: TenantTx): Promise<Map<string, string>> {
  const rows = await tx.selectFrom("users").select(["id", "name"]).where("deleted_at", "is", null).execute();
  return new Map(rows.map(({ id, name }) => [id, name]));
}

/** The names of the store's teams by their ids, perhaps with those that were deleted. */
export async function selectTeamNames(tx: TenantTx, { withDeleted = false } = {}): Promise<Map<string, string>> {
  const rows = await tx
    .selectFrom("teams")
    .select(["id", "name"])
    .$if(!withDeleted, (query) => query.where("deleted_at", "is", null))
    .execute();
  return new Map(rows.map(({ id, name }) => [id, name]));
}

type Written = RuleDefinition & { id: string; userId: string };

function columnsOf({ name, trigger, delayHours, matches, conditions, actions }: RuleDefinition) {
  const [ifs, thens] = [JSON.stringify(conditions), JSON.stringify(actions)];
  return { name, trigger, delay_hours: delayHours, matches, conditions: ifs, actions: thens };
}

/** Writes a new rule, as the last one. */
export async function insertRule(tx: TenantTx, { id, userId, ...rule }: Written & { isOn: boolean }): Promise<void> {
  const { isOn } = rule;
  await tx
    .insertInto("rules")
    .values((eb) => ({
      ...columnsOf(rule),
      id,
      is_on: isOn,
      made_by: userId,
      changed_by: userId,
      position: eb.selectFrom("rules").select(sql<number>`coalesce(max(position), 0) + 1`.as("last")),
    }))
    .execute();
  await insertVersion(tx, { ...rule, id, userId }, 1);
}

/** Writes a rule's next version if it still is the expected one; false where it is not. */
export async function updateRule(tx: TenantTx, rule: Written, expectedVersion: number): Promise<boolean> {
  const { id, userId } = rule;
  const updated = await tx
    .updateTable("rules")
    .set((eb) => ({
      ...columnsOf(rule),
      version: eb("version", "+", 1),
      changed_by: userId,
      updated_at: sql<string>`clock_timestamp()`,
    }))
    .where("id", "=", id)
    .where("version", "=", expectedVersion)
    .where("is_deleted", "=", false)
    .executeTakeFirst();
  if (updated.numUpdatedRows === 0n) return false;
  await insertVersion(tx, rule, expectedVersion + 1);
  return true;
}

async function insertVersion(tx: TenantTx, { id, userId, ...rule }: Written, version: number): Promise<void> {
  const { name, trigger, delayHours, matches, conditions, actions } = rule;
  await tx
    .insertInto("rule_versions")
    .values({
      rule_id: id,
      version,
      changed_by: userId,
      definition: JSON.stringify({ name, trigger, delayHours, matches, conditions, actions }),
    })
    .execute();
}

type Switched = { isOn: boolean; isStopped?: boolean; isDeleted?: boolean; userId: string | null };

/** Switches a rule on or off; false where there is none or it is so already. */
export async function switchRule(tx: TenantTx, id: string, switched: Switched): Promise<boolean> {
  const { isOn, isStopped = false, isDeleted = false, userId } = switched;
  const { numUpdatedRows } = await tx
    .updateTable("rules")
    .set({
      is_on: isOn,
      is_deleted: isDeleted,
      stopped_at: isStopped ? sql<string>`clock_timestamp()` : null,
      updated_at: sql<string>`clock_timestamp()`,
      changed_by: userId ?? sql<string | null>`changed_by`,
    })
    .where("id", "=", id)
    .where("is_deleted", "=", false)
    .where((eb) => eb.or([eb("is_on", "!=", isOn), sql<boolean>`${isDeleted}`]))
    .executeTakeFirst();
  return numUpdatedRows > 0n;
}

/** Puts rules in this order, before all others. */
export async function placeRules(tx: TenantTx, ids: readonly string[]): Promise<void> {
  await tx
    .with("moved", (db) =>
      db
        .selectFrom("rules as r")
        .select("r.id")
        .select(
          sql<number>`row_number() over (order by array_position(${ids}::uuid[], r.id) nulls last, r.position, r.id)`.as(
            "place",
          ),
        )
        .where("r.is_deleted", "=", false),
    )
    .updateTable("rules as u")
    .from("moved")
    .set({ position: sql<number>`moved.place` })
    .whereRef("moved.id", "=", "u.id")
    .whereRef("u.position", "!=", "moved.place")
    .execute();
}

/** In place of a condition: a rule on time came too late. */
export const tooLate = -1;

/** A pass that is over, with what ran in it; `skipped` names rules by id, version and the condition that did not hold, or `tooLate`. */
export type Pass = {
  id: string;
  ticketId: string;
  trigger: RuleTrigger;
  isByRule: boolean;
  isCut: boolean;
  skipped: [id: string, version: number, condition: number][];
  runs: { ruleId: string; version: number; outcome: Exclude<RuleOutcome, "skipped">; reason: string | null }[];
};

const reasonLength = 1_000;

/** A statement has at most 65,535 parameters. */
const rowsTogether = 1_000;

/** Inserts passes with their runs. */
export async function insertPasses(tx: TenantTx, passes: readonly Pass[]): Promise<void> {
  const rows = passes.map(({ id, ticketId, trigger, isByRule, isCut, skipped }) => ({
    id,
    ticket_id: ticketId,
    trigger,
    is_by_rule: isByRule,
    is_cut: isCut,
    skipped: JSON.stringify(skipped),
  }));
  for (let from = 0; from < rows.length; from += rowsTogether) {
    await tx
      .insertInto("rule_passes")
      .values(rows.slice(from, from + rowsTogether))
      .execute();
  }
  const runs = passes.flatMap(({ id, ticketId, runs: ofPass }) =>
    ofPass.map(({ ruleId, version, outcome, reason }) => ({
      rule_id: ruleId,
      version,
      pass_id: id,
      ticket_id: ticketId,
      outcome,
      reason: reason === null ? null : reason.slice(0, reasonLength).toWellFormed(),
    })),
  );
  for (let from = 0; from < runs.length; from += rowsTogether) {
    await tx
      .insertInto("rule_runs")
      .values(runs.slice(from, from + rowsTogether))
      .execute();
  }
}

/** How often a rule ran within the last minute on a ticket, or on its customer's tickets: the larger of the two. */
export async function countRecentRuns(tx: TenantTx, ruleId: string, ticketId: string): Promise<number> {
  const { count } = await tx
    .selectFrom("rule_runs as n")
    .innerJoin("support_tickets as t", (join) =>
      join.onRef("t.client_id", "=", "n.client_id").onRef("t.id", "=", "n.ticket_id"),
    )
    .select((eb) => eb.fn.countAll<number>().as("count"))
    .where("n.rule_id", "=", ruleId)
    .where("n.ran_at", ">", sql<string>`clock_timestamp() - interval '1 minute'`)
    .where(
      sql<boolean>`(n.ticket_id = ${ticketId} or t.customer_id = (select customer_id from support_tickets where id = ${ticketId}))`,
    )
    .executeTakeFirstOrThrow();
  return count;
}

/** The newest runs of a rule. */
export function selectRuns(tx: TenantTx, ruleId: string) {
  return tx
    .selectFrom("rule_runs as n")
    .innerJoin("support_tickets as t", (join) =>
      join.onRef("t.client_id", "=", "n.client_id").onRef("t.id", "=", "n.ticket_id"),
    )
    .select(["n.outcome", "n.reason", "n.version", "n.ran_at as at"])
    .select(["t.id as ticketId", "t.ticket_number as ticketNumber", "t.subject"])
    .where("n.rule_id", "=", ruleId)
    .orderBy("n.ran_at", "desc")
    .limit(ruleLimits.ruleRunsShown)
    .$castTo<{
      outcome: RuleOutcome;
      reason: string | null;
      version: number;
      at: string;
      ticketId: string;
      ticketNumber: number;
      subject: string;
    }>()
    .execute();
}

type StoredPass = Omit<RulePass, "rules"> & {
  skipped: Pass["skipped"];
  runs: { ruleId: string; version: number; outcome: RuleOutcome; reason: string | null }[];
};

/** The newest passes over a ticket with what ran in them. */
export function selectPasses(tx: TenantTx, ticketId: string): Promise<StoredPass[]> {
  return tx
    .selectFrom("rule_passes as p")
    .select(["p.id", "p.trigger", "p.at", "p.is_by_rule as isByRule", "p.is_cut as isCut", "p.skipped"])
    .select(
      sql<StoredPass["runs"]>`coalesce((select json_agg(json_build_object('ruleId', n.rule_id, 'version', n.version,
        'outcome', n.outcome, 'reason', n.reason) order by n.ran_at) from rule_runs n where n.pass_id = p.id), '[]')`.as(
        "runs",
      ),
    )
    .where("p.ticket_id", "=", ticketId)
    .orderBy("p.at", "desc")
    .orderBy("p.id", "desc")
    .limit(ruleLimits.rulePassesShown)
    .$castTo<StoredPass>()
    .execute();
}

/** The definitions that rules had, by rule and version: as many as are asked for. */
export async function selectRuleVersions(
  tx: TenantTx,
  wanted: readonly { ruleId: string; version: number }[],
): Promise<Map<string, RuleDefinition>> {
  if (wanted.length === 0) return new Map();
  const rows = wanted.map(({ ruleId, version }) => ({ rule_id: ruleId, version }));
  const found = await tx
    .selectFrom("rule_versions as v")
    .innerJoin(givenRows({ rule_id: "uuid", version: "int" }, rows), (join) =>
      join.on(sql<boolean>`v.rule_id = given.rule_id and v.version = given.version`),
    )
    .select(["v.rule_id as ruleId", "v.version", "v.definition"])
    .$castTo<{ ruleId: string; version: number; definition: RuleDefinition }>()
    .execute();
  return new Map(found.map(({ ruleId, version, definition: of }) => [versionKey(ruleId, version), of]));
}

/** The key of a definition in the map of `selectRuleVersions`. */
export function versionKey(ruleId: string, version: number): string {
  return `${ruleId}:${version}`;
}

/** Deletes passes that are older than some days, as many as given at the most; how many there were. */
export async function deleteOldPasses(tx: TenantTx, days: number, most: number): Promise<number> {
  const { numDeletedRows } = await tx
    .deleteFrom("rule_passes")
    .where("id", "in", (eb) =>
      eb
        .selectFrom("rule_passes")
        .select("id")
        .where("at", "<", sql<string>`now() - make_interval(days => ${days})`)
        .limit(most),
    )
    .executeTakeFirst();
  return Number(numDeletedRows);
}
