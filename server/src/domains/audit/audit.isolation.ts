import type { Isolation } from "../../testing/isolation/isolation.ts";
import { record } from "./index.ts";

export const isolation: Isolation = async (app, { owner, secret }) => {
  await app.services.db.withTenant(owner.tenantId, (tx) => record(tx, owner.userId, "mail.released", secret));
  return {
    inputs: {
      "audit.list": () => ({ userId: owner.userId, kind: "mail", limit: 5 }),
      "audit.people": () => ({}),
    },
    paths: {
      "GET /api/audit/export": () => `/api/audit/export?userId=${owner.userId}`,
    },
  };
};
