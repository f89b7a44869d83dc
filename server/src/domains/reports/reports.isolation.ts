import { reportCsvUrl } from "@deskhand/contract/reports/reports";
import { fromNow } from "../../testing/from-now.ts";
import type { Isolation } from "../../testing/isolation/isolation.ts";
import { untilCounted } from "../../testing/store/until-folded.ts";
import { makeTicket } from "../../testing/test-desk.ts";

const day = (hours: number) => fromNow({ hours }).slice(0, 10);
const range = { from: day(-240), to: day(240), figures: ["created" as const], by: "tag" as const };

export const isolation: Isolation = async (app, { owner, secret }) => {
  const tag = `report ${secret}`.slice(0, 50);
  const { id } = await makeTicket(app, owner, { subject: tag, from: `report-${secret}@customer.test`, tags: [tag] });
  await owner.api.tickets.update({ id, assignedTo: owner.userId });
  await untilCounted(app, owner.tenantId);
  const run = (sql: string, values: unknown[]) => app.asOwner(sql, [owner.tenantId, ...values], owner.tenantId);
  await run(
    "insert into figure_spans (client_id, kind, trait, span, since, count, seconds, buckets, counts) values ($1, 'created', $2, 'day', '2026-01-05', 1, 0, '{}', '{}')",
    [`tag:${secret}`.slice(0, 100)],
  );
  await run(
    "insert into ticket_facts (client_id, ticket_id, kind, n, at, person) values ($1, gen_random_uuid(), 'created', 0, now(), $2)",
    [`left:${secret}`.slice(0, 100)],
  );
  await run("insert into ticket_traits (client_id, ticket_id, traits) values ($1, gen_random_uuid(), array[$2])", [
    `tag:${secret}`.slice(0, 100),
  ]);
  return {
    inputs: {
      "reports.read": () => range,
      "reports.own": () => range,
      "reports.costs": () => ({ from: range.from, to: range.to }),
      "reports.values": () => ({ dimension: "tag" }),
    },
    paths: { "GET /api/reports/table.csv": () => reportCsvUrl({ ...range, where: [`person:${owner.userId}`] }) },
  };
};
