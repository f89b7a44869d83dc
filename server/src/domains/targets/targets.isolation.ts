import { randomUUID } from "node:crypto";
import type { Isolation } from "../../testing/isolation/isolation.ts";
import { until } from "../../testing/take-mail.ts";
import { makeTicket } from "../../testing/test-desk.ts";

const policyOf = (name: string, words: string, calendarId: string) => ({
  name: name.slice(0, 100),
  matches: "all" as const,
  conditions: [{ field: "words" as const, comparison: "contains", values: [words] }],
  firstReplyMinutes: 240,
  nextReplyMinutes: 480,
  resolutionMinutes: 2_880,
  calendarId,
  pausing: ["pending" as const],
});

export const isolation: Isolation = async (app, { openingKey, owner, secret }) => {
  const words = `target ${secret}`;
  const office = { timeZone: "UTC", week: [[], [], [], [], [], [], []], country: null, region: null, daysOff: [] };
  const { id: calendarId } = await owner.api.hours.create({
    ...office,
    name: `Office ${secret}`.slice(0, 100),
    idempotencyKey: randomUUID(),
  });
  const policy = await owner.api.targets.create({
    ...policyOf(`Policy ${secret}`, words, calendarId),
    isOn: true,
    idempotencyKey: randomUUID(),
  });
  const { id: ticketId } = await makeTicket(app, owner, { subject: words, description: words, from: null });
  const { id, version: expectedVersion } = policy;
  // What the changes above asked for is over before a row stands for it.
  await until(async () => (await app.asOwner("select from target_refreshes", [], owner.tenantId)).length === 0);
  await app.asOwner(
    "insert into target_refreshes (client_id, after_ticket) values ($1, 'ffffffff-ffff-ffff-ffff-ffffffffffff')",
    [owner.tenantId],
    owner.tenantId,
  );
  return {
    inputs: {
      "targets.list": () => ({}),
      "targets.create": () => ({ ...policyOf(openingKey, "refund", calendarId), idempotencyKey: openingKey }),
      "targets.update": () => ({ ...policyOf(`Changed ${openingKey}`, "refund", calendarId), id, expectedVersion }),
      "targets.switch": () => ({ id, isOn: false }),
      "targets.arrange": () => ({ ids: [id] }),
      "targets.ofTicket": () => ({ ticketId }),
      "targets.remove": () => ({ id }),
    },
  };
};
