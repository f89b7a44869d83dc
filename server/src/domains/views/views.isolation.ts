import { randomUUID } from "node:crypto";
import type { Isolation } from "../../testing/isolation/isolation.ts";

export const isolation: Isolation = async (_app, { openingKey, owner, secret }) => {
  const view = await owner.api.views.create({
    name: secret.slice(0, 60),
    filter: { search: secret },
    idempotencyKey: randomUUID(),
  });
  return {
    inputs: {
      "views.list": () => ({}),
      "views.counts": () => ({}),
      "views.create": () => ({
        name: `View ${openingKey}`,
        filter: { status: ["open"], assignee: "me" },
        idempotencyKey: openingKey,
      }),
      "views.update": () => ({ id: view.id, name: "Renamed", expectedUpdatedAt: view.updatedAt }),
      "views.arrange": () => ({ ids: [view.id] }),
      "views.remove": () => ({ id: view.id }),
    },
  };
};
