import { randomUUID } from "node:crypto";
import type { Isolation } from "../../testing/isolation/isolation.ts";

export const isolation: Isolation = async (app, { openingKey, owner, secret }) => {
  const definition = { scopes: ["tickets:read", "tickets:update"] as const, ranges: ["203.0.113.7"], endsAt: null };
  const { apiKey } = await owner.api.apiKeys.create({
    ...definition,
    scopes: [...definition.scopes],
    name: `Key ${secret}`.slice(0, 80),
    idempotencyKey: randomUUID(),
  });
  await app.services.db.withTenant(owner.tenantId, (tx) =>
    tx
      .insertInto("api_key_writes")
      .values({ key_id: apiKey.id, idempotency_key: randomUUID(), asked: Buffer.alloc(32, secret) })
      .execute(),
  );
  const { id } = apiKey;
  return {
    inputs: {
      "events.list": () => ({ after: 0 }),
      "apiKeys.list": () => ({}),
      "apiKeys.create": () => ({ ...definition, name: openingKey, idempotencyKey: openingKey }),
      "apiKeys.update": () => ({ ...definition, id, name: `Changed ${openingKey}` }),
      "apiKeys.rotate": () => ({ id, overlapHours: 24 }),
      "apiKeys.remove": () => ({ id }),
    },
  };
};
