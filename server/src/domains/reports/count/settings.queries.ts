import { sql } from "kysely";
import type { TenantTx } from "../../../platform/db/tenant.ts";
import { type CalendarHours, hoursColumn, toHours } from "../../hours/index.ts";
import { policiesOnJson } from "../../targets/index.ts";
import type { HoursSince } from "./facts-of.ts";

/** The hours of the first policy that is on and has some, or else those of the first calendar by name. */
const storeHours = sql<CalendarHours | null>`(select ${hoursColumn} from calendars c
  left join target_policies p on p.client_id = c.client_id and p.calendar_id = c.id and p.is_on
  order by p.position, lower(c.name) limit 1)`;

/** Notes the working hours and targets that hold from now on, if they are others than those before. Of the first ones, that they always held. */
export async function noteSettings(tx: TenantTx): Promise<void> {
  const now = tx
    .selectNoFrom([
      sql<string>`case when exists (select from figure_settings) then clock_timestamp() else 'epoch' end`.as("since"),
      sql<string | null>`to_jsonb(${storeHours})`.as("hours"),
      sql<string>`to_jsonb(${policiesOnJson()})`.as("policies"),
    ])
    .as("now");
  const last = sql`(select (s.hours, s.policies) from figure_settings s order by s.since desc limit 1)`;
  await tx
    .insertInto("figure_settings")
    .columns(["since", "hours", "policies"])
    .expression((eb) =>
      eb
        .selectFrom(now)
        .select(["now.since", "now.hours", "now.policies"])
        .where(sql<boolean>`(now.hours, now.policies) is distinct from ${last}`),
    )
    .onConflict((conflict) => conflict.columns(["client_id", "since"]).doNothing())
    .execute();
}

/** The working hours of a store through time. */
export async function selectHoursSince(tx: TenantTx): Promise<HoursSince[]> {
  const rows = await tx
    .selectFrom("figure_settings")
    .select(["since", "hours"])
    .orderBy("since")
    .$castTo<{ since: string; hours: CalendarHours | null }>()
    .execute();
  return rows.map(({ since, hours }) => ({
    since: Date.parse(since),
    hours: hours && toHours(hours),
  }));
}
