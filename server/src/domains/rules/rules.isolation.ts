import { randomUUID } from "node:crypto";
import type { Isolation } from "../../testing/isolation/isolation.ts";
import { makeTicket } from "../../testing/test-desk.ts";

/** A rule that tags new tickets. */
const tagging = (name: string) => ({
  name,
  trigger: "created",
  conditions: [{ field: "subject", comparison: "contains", values: ["refund"] }],
  actions: [{ action: "add_tags", values: ["refund"] }],
});

export const isolation: Isolation = async (app, { openingKey, owner, secret }) => {
  const words = `rule ${secret}`;
  const rule = await owner.api.rules.create({
    name: `Rule ${secret}`.slice(0, 100),
    trigger: "created",
    conditions: [{ field: "words", comparison: "contains", values: [words] }],
    actions: [{ action: "set_priority", values: ["high"] }],
    isOn: true,
    idempotencyKey: randomUUID(),
  });
  // A rule on time, so that it has a timer.
  await owner.api.rules.create({
    name: `Late ${secret}`.slice(0, 100),
    trigger: "since_created",
    delayHours: 1_000,
    conditions: [{ field: "words", comparison: "contains", values: [words] }],
    actions: [{ action: "set_priority", values: ["high"] }],
    isOn: true,
    idempotencyKey: randomUUID(),
  });
  const { id: ruledTicketId } = await makeTicket(app, owner, { subject: words, description: words, from: null });
  return {
    inputs: {
      "rules.list": () => ({}),
      "rules.create": () => ({ ...tagging(openingKey), idempotencyKey: openingKey }),
      "rules.update": () => ({
        ...tagging(`Changed ${openingKey}`),
        id: rule.id,
        expectedVersion: rule.version,
      }),
      "rules.switch": () => ({ id: rule.id, isOn: false }),
      "rules.arrange": () => ({ ids: [rule.id] }),
      "rules.try": () => tagging(secret.slice(0, 60)),
      "rules.runs": () => ({ id: rule.id }),
      "rules.ofTicket": () => ({ ticketId: ruledTicketId }),
      "rules.remove": () => ({ id: rule.id }),
    },
  };
};
