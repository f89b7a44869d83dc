import { randomUUID } from "node:crypto";
import type { Isolation } from "../../testing/isolation/isolation.ts";
import { makeTicket } from "../../testing/test-desk.ts";

export const isolation: Isolation = async (app, { openingKey, owner, secret }) => {
  const { webhook } = await owner.api.webhooks.create({
    name: `Hook ${secret}`.slice(0, 100),
    url: `https://hooks.invalid/${secret}`,
    idempotencyKey: randomUUID(),
  });
  const words = `webhook ${secret}`;
  await owner.api.rules.create({
    name: `Tells ${secret}`.slice(0, 100),
    trigger: "created",
    conditions: [{ field: "subject", comparison: "contains", values: [words] }],
    actions: [{ action: "send_webhook", values: [webhook.id] }],
    isOn: true,
    idempotencyKey: randomUUID(),
  });
  await makeTicket(app, owner, { subject: words, from: null });
  // An older one is sent again by its time, the other one by its id.
  const { effectId } = await owner.api.webhooks.test({ id: webhook.id, idempotencyKey: randomUUID() });
  // They are over, as tries would go on changing them: nothing answers there.
  await app.asOwner("update effects set state = 'done'", [], owner.tenantId);
  await app.asOwner("update effects set created_at = '2026-01-02' where id = $1", [effectId], owner.tenantId);
  const [delivery] = (await owner.api.webhooks.deliveries({ id: webhook.id })).items;
  const url = "https://hooks.invalid/another";
  return {
    inputs: {
      "webhooks.list": () => ({}),
      "webhooks.create": () => ({ name: openingKey, url, idempotencyKey: openingKey }),
      "webhooks.update": () => ({ id: webhook.id, name: `Changed ${openingKey}`, url }),
      "webhooks.replaceSecret": () => ({ id: webhook.id }),
      "webhooks.test": () => ({ id: webhook.id, idempotencyKey: openingKey }),
      "webhooks.replay": () => ({
        id: webhook.id,
        from: "2026-01-01T00:00:00.000Z",
        until: "2026-01-03T00:00:00.000Z",
        all: true,
      }),
      "webhooks.deliveries": () => ({ id: webhook.id }),
      "effects.replay": () => ({ id: delivery?.id }),
      "webhooks.remove": () => ({ id: webhook.id }),
    },
  };
};
