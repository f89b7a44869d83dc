import { reportCsvUrl } from "@deskhand/contract/reports/reports";
import type { Isolation } from "../../testing/isolation/isolation.ts";
import { until } from "../../testing/take-mail.ts";
import { makeTicket } from "../../testing/test-desk.ts";

const range = { from: "2026-01-01", to: "2026-12-31", figures: ["created" as const], by: "tag" as const };

export const isolation: Isolation = async (app, { owner, secret }) => {
  const tag = `report ${secret}`.slice(0, 50);
  const made = { subject: tag, from: `report.${secret}@customer.test`, tags: [tag], assignedTo: owner.userId };
  await makeTicket(app, owner, made);
  const countRows = async (table: string) =>
    (await app.asOwner(`select from ${table} where client_id = $1 limit 1`, [owner.tenantId], owner.tenantId)).length;
  await until(async () => (await countRows("figure_quarters")) > 0);
  const run = (sql: string, values: unknown[]) => app.asOwner(sql, [owner.tenantId, ...values], owner.tenantId);
  await run(
    "insert into figure_sums (client_id, kind, trait, day, bucket, count, seconds) values ($1, 'created', $2, '2026-01-05', -1, 1, 0)",
    [`tag:${secret}`.slice(0, 100)],
  );
  // The notes of what changed are taken within a second: this one is of a person without tickets, and is looked at like any other row.
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
