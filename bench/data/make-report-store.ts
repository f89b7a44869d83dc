import type pg from "pg";
import { makeStaff, makeTenant } from "./make-tenant.ts";

/** A store whose tickets are counted and not there: reports read sums alone, so a million tickets need not be made. */
export const reportStore = {
  index: 11,
  people: 50,
  tags: 500,
  categories: 8,
  /** Its tickets are those of so many days up to now, so that a year and the one before have half of them each. */
  days: 730,
};

/** SQL for a number from 0 up to 1 for a purpose and ticket, the same each time the data is made. */
const part = (purpose: string) => `((hashtext('${purpose}' || n) & 2147483647) / 2147483648::float8)`;
/** SQL for seconds: half of the times are shorter than `median`, and some very long. */
const seconds = (purpose: string, median: number) =>
  `least(31000000, ${median} * exp(1.3 * (${part(`${purpose} 1`)} + ${part(`${purpose} 2`)} + ${part(`${purpose} 3`)} - 1.5) * 2))::int`;
/** SQL for one of so many numbers, the first ones more often. */
const oneOf = (count: number, purpose: string) => `floor(power(${part(purpose)}, 1.6) * ${count})::int`;

/** Makes the store, with the sums that counting `tickets` tickets leaves behind. */
export async function makeReportStore(client: pg.ClientBase, tickets: number): Promise<void> {
  const { id, staff } = await makeTenant(client, reportStore.index, 0);
  const people = [...staff];
  while (people.length < reportStore.people) {
    people.push(await makeStaff(client, id, reportStore.index, people.length, "agent"));
  }
  const make = (rows: string) =>
    client.query(rows.replaceAll(":client", `'${id}'::uuid`).replaceAll(":people", `'{${people.join(",")}}'::text[]`));
  await make("begin");
  await make("set local work_mem = '256MB'");
  await make(`create temp table happened on commit drop as
    with ticket as (
      select now() - ${part("at")} * interval '${reportStore.days} days' as at, (:people)[1 + ${oneOf(reportStore.people, "person")}] as person,
        array['tag ' || ${oneOf(reportStore.tags, "tag")}, 'tag ' || ${oneOf(reportStore.tags, "other tag")}] as tags,
        'Category ' || ${oneOf(reportStore.categories, "category")} as category,
        ${seconds("first", 9_000)} as first, ${seconds("next", 20_000)} as next, ${seconds("resolved", 140_000)} as resolved
      from generate_series(1, ${tickets}) as n
    )
    select t.person, t.tags, t.category, one.* from ticket t cross join lateral (values
      ('created', t.at, null), ('backlog', t.at, null), ('customerMessages', t.at, null),
      ('firstReply', t.at + t.first * interval '1 second', t.first), ('replies', t.at + t.first * interval '1 second', null),
      ('nextReply', t.at + (t.first + t.next) * interval '1 second', t.next), ('replies', t.at + (t.first + t.next) * interval '1 second', null),
      ('resolved', t.at + (t.first + t.resolved) * interval '1 second', t.first + t.resolved),
      ('backlog/end', t.at + (t.first + t.resolved) * interval '1 second', null)) as one (kind, at, seconds)
    where one.at < now()`);
  await make(`create temp table fallen on commit drop as
    select h.kind, of.trait, (h.at at time zone 'UTC')::date as day, duration_bucket(h.seconds) as bucket, count(*) as count,
      coalesce(sum(h.seconds), 0) as seconds
    from happened h cross join lateral (values (''), ('person:' || h.person), ('tag:' || h.tags[1]), (nullif('tag:' || h.tags[2], 'tag:' || h.tags[1])),
      ('category:' || h.category)) as of (trait)
    where of.trait is not null group by 1, 2, 3, 4`);
  await make(`insert into figure_spans (client_id, kind, trait, span, since, count, seconds, buckets, counts)
    select :client, kind, trait, span, since, sum(count), sum(seconds), coalesce(array_agg(bucket order by bucket) filter (where bucket >= 0), '{}'),
      coalesce(array_agg(count order by bucket) filter (where bucket >= 0), '{}')
    from (
      select kind, trait, span, date_trunc(span, day::timestamp)::date as since, bucket, sum(count) as count, sum(seconds) as seconds
      from fallen cross join unnest(array['day', 'week', 'month', 'quarter']) as span group by 1, 2, 3, 4, 5
    ) as each group by 2, 3, 4, 5`);
  await make(`insert into figure_hours (client_id, kind, at, count)
    select :client, kind, date_trunc('hour', at, 'UTC'), count(*) from happened group by 2, 3`);
  await make("insert into figure_states (client_id, time_zone) values (:client, 'UTC')");
  await make("commit");
}
