import { randomUUID } from "node:crypto";
import type { Isolation } from "../../testing/isolation/isolation.ts";
import { makeTicket } from "../../testing/test-desk.ts";

const policyOf = (name: string, words: string) => ({
  name: name.slice(0, 100),
  matches: "all" as const,
  conditions: [{ field: "words" as const, comparison: "contains", values: [words] }],
  firstReplyMinutes: 240,
  nextReplyMinutes: 480,
  resolutionMinutes: 2_880,
  calendarId: null,
  pausing: ["pending" as const],
});

export const isolation: Isolation = async (app, { openingKey, owner, secret }) => {
  const words = `target ${secret}`;
  const policy = await owner.api.targets.create({
    ...policyOf(`Policy ${secret}`, words),
    isOn: true,
    idempotencyKey: randomUUID(),
  });
  const { id: ticketId } = await makeTicket(app, owner, { subject: words, description: words, from: null });
  const { id, version: expectedVersion } = policy;
  return {
    inputs: {
      "targets.list": () => ({}),
      "targets.create": () => ({ ...policyOf(openingKey, words), idempotencyKey: openingKey }),
      "targets.update": () => ({ ...policyOf(`Changed ${openingKey}`, words), id, expectedVersion }),
      "targets.switch": () => ({ id, isOn: false }),
      "targets.arrange": () => ({ ids: [id] }),
      "targets.ofTicket": () => ({ ticketId }),
      "targets.remove": () => ({ id }),
    },
  };
};
