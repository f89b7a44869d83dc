import { type CompiledQuery, type RawBuilder, sql } from "kysely";
import { compose } from "../../../platform/db/statement.ts";
import type { Stretch } from "./day-spans.ts";

/** How much of a figure there is, how long that took together, and how much of it fell into each bucket of time; -1 for what has no time. */
export type Sum = { kind: string; count: number; seconds: number; buckets: number[]; counts: number[] };
/** How much of a figure fell into a step. */
export type StepSum = Sum & { step: number };
/** How much of a figure fell to a value of a dimension. */
export type ValueSum = Sum & { value: string };

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

/** Which sums are read: those of these spans, of some figures. */
type OfSpans = { kinds: readonly string[]; stretches: readonly Stretch[] };

/** The sums of some spans. What is one by the index of their key is one for each stretch. */
function sumsIn({ kinds, stretches }: OfSpans) {
  const part = sql<{ span: string; first: string; ending: string }>`unnest(
    ${stretches.map(({ span }) => span)}::text[], ${stretches.map(({ first }) => first)}::date[], ${stretches.map(({ end }) => end)}::date[])`;
  return compose
    .selectFrom(part.as<"part">(sql`part (span, first, ending)`))
    .innerJoin("figure_spans as s", (join) =>
      join
        .onRef("s.span", "=", "part.span")
        .on(sql<boolean>`s.since >= part.first and s.since < part.ending`)
        .on("s.kind", "=", sql<string>`any(${kinds}::text[])`),
    );
}

const itsTimes = [
  sql<number[]>`to_json(s.buckets)`.as("buckets"),
  sql<number[]>`to_json(s.counts)`.as("counts"),
] as const;

/** How much happened in each step, which begin on `days`; step 0 is what was before, for levels alone. A step may have several rows. */
export function seriesOfSpansQuery(
  asked: OfSpans & { traits: readonly string[]; days: readonly string[] },
): CompiledQuery<StepSum> {
  return sumsIn(asked)
    .select(["s.kind", sql<number>`width_bucket(s.since, ${asked.days}::date[])`.as("step")])
    .select(["s.count", sql<number>`s.seconds::float8`.as("seconds"), ...itsTimes])
    .where("s.trait", "=", sql<string>`any(${asked.traits}::text[])`)
    .compile();
}

/** How much happened of each value, without how its times are spread. */
export function tableOfSpansQuery({ by, ...asked }: OfSpans & { by: string }): CompiledQuery<ValueSum> {
  const [first, after] = [`${by}:`, `${by};`];
  return sumsIn(asked)
    .select(["s.kind", sql<string>`substr(s.trait, ${first.length + 1})`.as("value")])
    .select([sql<number>`sum(s.count)::int`.as("count"), sql<number>`sum(s.seconds)::float8`.as("seconds")])
    .select([sql<number[]>`'[]'::json`.as("buckets"), sql<number[]>`'[]'::json`.as("counts")])
    .where("s.trait", ">=", first)
    .where("s.trait", "<", after)
    .groupBy(["s.kind", "s.trait"])
    .having(sql<boolean>`sum(s.count) <> 0`)
    .compile();
}

/** How the times of some values are spread, and nothing else. A value has a row for each span. */
export function timesOfSpansQuery({
  traits,
  ...asked
}: OfSpans & { traits: readonly string[] }): CompiledQuery<ValueSum> {
  return sumsIn(asked)
    .select(["s.kind", sql<string>`substr(s.trait, strpos(s.trait, ':') + 1)`.as("value")])
    .select([sql<number>`0`.as("count"), sql<number>`0`.as("seconds"), ...itsTimes])
    .where("s.trait", "=", sql<string>`any(${traits}::text[])`)
    .compile();
}

/** How much of a figure happened in each of some steps. */
export type StepCounts = { kind: string; steps: number[]; counts: number[] };

/** How much happened in each step, by the sums of hours. */
export function seriesOfHoursQuery({ kinds, steps, from, to }: Of & Steps): CompiledQuery<StepCounts> {
  return rowsOf(sql`series_of_hours(${kinds}, ${steps}, ${from}, ${to})`);
}

/** How much happened in each hour of the week, by the sums of hours. */
export function hoursOfWeekQuery({ kinds, from, to, timeZone }: Of & { timeZone: string }): CompiledQuery<ValueSum> {
  return rowsOf(sql`hours_of_week(${kinds}, ${from}, ${to}, ${timeZone})`);
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
    .selectFrom("figure_spans as s")
    .select(sql<string>`substr(s.trait, ${first.length + 1})`.as("value"))
    .where("s.kind", "in", ["created", "replies"])
    .where("s.span", "=", "quarter")
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
