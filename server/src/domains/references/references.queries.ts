import { ruleLimits } from "@deskhand/contract/admin/rule-limits";
import { ruleActions, ruleFields } from "@deskhand/contract/admin/rule-parts";
import type { NamedKind, Reference } from "@deskhand/contract/targets/references";
import { ticketFilters } from "@deskhand/contract/vocabulary";
import { sql } from "kysely";
import type { TenantTx } from "../../platform/db/tenant.ts";
import { isSeenBy, type Viewer } from "../canned-responses/index.ts";

type Row = Reference & {
  isSeen: boolean;
  /** How many the viewer may see, and how many macros and views they may not. */
  seen: number;
  unseen: number;
  unseenViews: number;
};

/**
 * Selects what names something in its conditions, actions or filter: those that need it first, and last those that the viewer may not see.
 * A person's own macros and views are no reference to them, as these go with the person.
 */
export function selectReferences(
  tx: TenantTx,
  viewer: Viewer,
  { kind, id }: { kind: NamedKind; id: string },
): Promise<Row[]> {
  const fields = keysOf(ruleFields, (about) => about.kind === kind);
  const actions = keysOf(ruleActions, (about) => about.value === kind);
  const inConditions = sql<boolean>`exists (select from jsonb_array_elements(r.conditions) c
    where c ->> 'field' = any(${fields}::text[]) and c -> 'values' ? ${id}::text)`;
  const inActions = sql<boolean>`exists (select from jsonb_array_elements(r.actions) a
    where a ->> 'action' = any(${actions}::text[]) and a -> 'values' ? ${id}::text)`;
  const rules = tx
    .selectFrom("rules as r")
    .select([sql<Reference["kind"]>`'rule'`.as("kind"), sql<number>`1`.as("place"), "r.id", "r.name"])
    .select([sql<boolean | null>`r.is_on`.as("isOn"), sql<boolean>`false`.as("isNeeded")])
    .select(sql<boolean>`true`.as("isSeen"))
    .where("r.is_deleted", "=", false)
    .where((eb) => eb.or([inConditions, inActions]));
  const policies = tx
    .selectFrom("target_policies as r")
    .select([sql<Reference["kind"]>`'policy'`.as("kind"), sql<number>`2`.as("place"), "r.id", "r.name"])
    .select([
      sql<boolean | null>`r.is_on`.as("isOn"),
      sql<boolean>`r.calendar_id is not distinct from ${id}`.as("isNeeded"),
    ])
    .select(sql<boolean>`true`.as("isSeen"))
    .where((eb) => eb.or([eb("r.calendar_id", "=", id), inConditions]));
  const macros = tx
    .selectFrom("canned_responses as r")
    .select([sql<Reference["kind"]>`'macro'`.as("kind"), sql<number>`3`.as("place"), "r.id", "r.title as name"])
    .select([sql<boolean | null>`null::boolean`.as("isOn"), sql<boolean>`false`.as("isNeeded")])
    .select(isSeenBy(viewer).as("isSeen"))
    .where("r.is_active", "=", true)
    .where("r.owner_id", "is distinct from", id)
    .where(inActions);
  const filters = keysOf(ticketFilters, (about) => about.takes === kind);
  const views = tx
    .selectFrom("saved_views as r")
    .select([sql<Reference["kind"]>`'view'`.as("kind"), sql<number>`4`.as("place"), "r.id", "r.name"])
    .select([sql<boolean | null>`null::boolean`.as("isOn"), sql<boolean>`false`.as("isNeeded")])
    .select(sql<boolean>`r.is_shared or r.made_by = ${viewer.userId}`.as("isSeen"))
    .where((eb) => eb.or([eb("r.is_shared", "=", true), eb("r.made_by", "is distinct from", id)]))
    .where(
      sql<boolean>`exists (select from unnest(${filters}::text[]) as of (name) where r.filter ->> of.name = ${id}::text)`,
    );
  const unseen = (what: string) =>
    sql<number>`count(*) filter (where not "isSeen" and kind = ${sql.lit(what)}) over ()`;
  return tx
    .selectFrom(rules.unionAll(policies).unionAll(macros).unionAll(views).as("found"))
    .select(["kind", "id", "name", "isOn", "isNeeded", "isSeen"])
    .select([
      sql<number>`count(*) filter (where "isSeen") over ()`.as("seen"),
      unseen("macro").as("unseen"),
      unseen("view").as("unseenViews"),
    ])
    .orderBy("isSeen", "desc")
    .orderBy("isNeeded", "desc")
    .orderBy("place")
    .orderBy(sql`lower(name)`)
    .orderBy("id")
    .limit(ruleLimits.referencesShown)
    .execute();
}

const tables = {
  person: "users",
  team: "teams",
  calendar: "calendars",
  response: "canned_responses",
  webhook: "webhooks",
} as const satisfies Record<NamedKind, string>;

/** Whether the store has this. */
export async function hasNamed(tx: TenantTx, { kind, id }: { kind: NamedKind; id: string }): Promise<boolean> {
  const found = await tx.selectFrom(tables[kind]).select("id").where("id", "=", id).executeTakeFirst();
  return found !== undefined;
}

/** The names of the parts of rules that take values of a kind. */
function keysOf<About>(table: Readonly<Record<string, About>>, isWanted: (about: About) => boolean): string[] {
  return Object.entries(table).flatMap(([name, about]) => (isWanted(about) ? [name] : []));
}
