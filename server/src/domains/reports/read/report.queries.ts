import { type CompiledQuery, type RawBuilder, sql } from "kysely";
import { compose } from "../../../platform/db/statement.ts";

/** How much of a figure fell into a step and a bucket of time; -1 for what has no time. */
export type StepSum = { kind: string; step: number; bucket: number; count: number; seconds: number };
/** How much of a figure fell to a value of a dimension. */
export type ValueSum = { kind: string; value: string; bucket: number; count: number; seconds: number };

type Of = { kinds: readonly string[]; from: string; to: string };
/** `narrowed` is what `narrowed_facts` takes, as JSON; `worked` asks for working time. */
type OfFacts = Of & { narrowed: string; worked: boolean };
type Steps = { steps: readonly string[] };

/** Builds a query of all rows that a function of the database returns. */
const rowsOf = <Row>(call: RawBuilder<unknown>): CompiledQuery<Row> =>
  compose.selectFrom(sql<Row>`${call}`.as("found")).selectAll().compile() as CompiledQuery<Row>;

/** How much happened in each step, of the facts that fit. */
export function seriesOfFactsQuery(asked: OfFacts & Steps): CompiledQuery<StepSum> {
  const { kinds, steps, from, to, narrowed, worked } = asked;
  return rowsOf(sql`series_of_facts(${kinds}, ${steps}, ${from}, ${to}, ${narrowed}, ${worked})`);
}

/** By how much levels change in each step, of the facts that fit. */
export function levelsOfFactsQuery(asked: Omit<OfFacts, "worked" | "from"> & Steps): CompiledQuery<StepSum> {
  const { kinds, steps, to, narrowed } = asked;
  return rowsOf(sql`levels_of_facts(${kinds}, ${steps}, ${to}, ${narrowed})`);
}

type TableOfFacts = OfFacts & { by: string; timeZone: string; isLevel: boolean };

/** How much happened of each value, of the facts that fit; of levels, what there was at the end. */
export function tableOfFactsQuery(asked: TableOfFacts): CompiledQuery<ValueSum> {
  const { kinds, by, from, to, narrowed, worked, isLevel, timeZone } = asked;
  return rowsOf(sql`table_of_facts(${kinds}, ${by}, ${from}, ${to}, ${narrowed}, ${worked}, ${isLevel}, ${timeZone})`);
}

type SeriesOfSums = Of & { traits: readonly string[]; days: readonly string[] };

/** How much happened in each step, by the sums of days. */
export function seriesOfSumsQuery({ kinds, traits, days, from, to }: SeriesOfSums): CompiledQuery<StepSum> {
  return rowsOf(sql`series_of_sums(${kinds}, ${traits}, ${days}, ${from}, ${to})`);
}

/** How much happened of each value, by the sums of days. */
export function tableOfSumsQuery({ kinds, by, from, to }: Of & { by: string }): CompiledQuery<ValueSum> {
  return rowsOf(sql`table_of_sums(${kinds}, ${by}, ${from}, ${to})`);
}

/** How much happened in each step, by the sums of quarters of an hour. */
export function seriesOfQuartersQuery({ kinds, steps, from, to }: Of & Steps): CompiledQuery<StepSum> {
  return rowsOf(sql`series_of_quarters(${kinds}, ${steps}, ${from}, ${to})`);
}

/** How much happened in each hour of the week, by the sums of quarters of an hour. */
export function hoursOfQuartersQuery({
  kinds,
  from,
  to,
  timeZone,
}: Of & { timeZone: string }): CompiledQuery<ValueSum> {
  return rowsOf(sql`hours_of_quarters(${kinds}, ${from}, ${to}, ${timeZone})`);
}

type HourOfRange = { day: string; begins: string; ends: string };

/** The hours that a zone's clocks show from one day to before another one. */
export function hoursQuery(asked: { from: string; to: string; timeZone: string }): CompiledQuery<HourOfRange> {
  return rowsOf(sql`hours_of_range(${asked.from}, ${asked.to}, ${asked.timeZone})`);
}

/** When days begin by a zone's clocks, in their order. */
export function instantsQuery({
  days,
  timeZone,
}: {
  days: readonly string[];
  timeZone: string;
}): CompiledQuery<{ at: string }> {
  const given = sql<{ day: string; place: number }>`unnest(${days}::timestamp[]) with ordinality`.as<"given">(
    sql`given (day, place)`,
  );
  return compose
    .selectFrom(given)
    .select(sql<string>`iso(given.day at time zone ${timeZone})`.as("at"))
    .orderBy("given.place")
    .compile();
}

export type Counted = { timeZone: string; waiting: number };

/** The store's clocks, and how many tickets are not counted, or not anew. */
export function countedQuery(): CompiledQuery<Counted> {
  // Only while older tickets are being counted, as an upgrade or other clocks demand it.
  const uncounted = sql<number>`case when s.filled_to is not null or s.client_id is null then (select count(*) from support_tickets t
    where t.merged_into_id is null and t.id > coalesce(s.filled_to, '00000000-0000-0000-0000-000000000000')
      and not exists (select from ticket_traits x where x.client_id = t.client_id and x.ticket_id = t.id)) else 0 end`;
  return compose
    .selectFrom("clients as c")
    .leftJoin("figure_states as s", "s.client_id", "c.id")
    .select([
      "c.time_zone as timeZone",
      sql<number>`(case when s.time_zone <> c.time_zone then (select count(*) from support_tickets)
        else ${uncounted} + (select count(distinct w.ticket_id) from facts_waiting w) end)::int`.as("waiting"),
    ])
    .compile();
}

/** The values that tickets have of a dimension, the most used first, up to `most`. */
export function valuesQuery(by: string, most: number): CompiledQuery<{ value: string }> {
  const [first, after] = [`${by}:`, `${by};`];
  return compose
    .selectFrom("figure_sums as s")
    .select(sql<string>`substr(s.trait, ${first.length + 1})`.as("value"))
    .where("s.kind", "in", ["created", "replies"])
    .where("s.trait", ">=", first)
    .where("s.trait", "<", after)
    .groupBy("s.trait")
    .having(sql<boolean>`sum(s.count) > 0`)
    .orderBy(sql`sum(s.count)`, "desc")
    .orderBy("s.trait")
    .limit(most)
    .compile();
}

/** The names of people and teams by their ids. */
export function namesQuery(ids: readonly string[]): CompiledQuery<{ id: string; name: string }> {
  const wanted = sql<string>`any(${ids}::uuid[])`;
  return compose
    .selectFrom("users")
    .select(["id", "name"])
    .where("id", "=", wanted)
    .unionAll(compose.selectFrom("teams").select(["id", "name"]).where("id", "=", wanted))
    .compile();
}
