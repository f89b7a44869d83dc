import { randomUUID } from "node:crypto";
import type { Isolation } from "../../testing/isolation/isolation.ts";

export const isolation: Isolation = async (_app, { owner, secret }) => {
  await owner.api.rules.create({
    name: `Assigns ${secret}`.slice(0, 100),
    trigger: "created",
    conditions: [],
    actions: [{ action: "assign", values: [owner.userId] }],
    idempotencyKey: randomUUID(),
  });
  return { inputs: { "references.list": () => ({ kind: "person", id: owner.userId }) } };
};
