import { randomUUID } from "node:crypto";
import type { Desk } from "../open-desk.ts";
import { makeTicket } from "../test-desk.ts";
import type { Person } from "../test-people.ts";

/**
 * Makes two rules: one that ran on a ticket made for it, and one with a delay that still waits. Returns the first, for requests that
 * name a rule, and its ticket.
 */
export async function fillRules(app: Desk, { owner, secret }: { owner: Person; secret: string }) {
  const words = `rule ${secret}`;
  const rule = await owner.api.rules.create({
    name: `Rule ${secret}`.slice(0, 100),
    trigger: "created",
    conditions: [{ field: "words", comparison: "contains", values: [words] }],
    actions: [{ action: "set_priority", values: ["high"] }],
    isOn: true,
    idempotencyKey: randomUUID(),
  });
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
  return { rule: { id: rule.id, version: rule.version }, ruledTicketId };
}
