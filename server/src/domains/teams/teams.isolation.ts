import { randomUUID } from "node:crypto";
import type { Isolation } from "../../testing/isolation/isolation.ts";
import { makeTicket } from "../../testing/test-desk.ts";
import { noteSeen } from "./give-out.queries.ts";

export const isolation: Isolation = async (app, { openingKey, owner, agent, secret }) => {
  const values = { memberIds: [owner.userId], givesOut: false, openLimit: 5, tellAfterMinutes: 15 };
  const team = await owner.api.teams.create({ ...values, name: secret.slice(0, 60), idempotencyKey: randomUUID() });
  await owner.api.teams.setAway({ userId: agent.userId, isAway: true });
  await app.services.db.withTenant(owner.tenantId, (tx) => noteSeen(tx, [owner.userId]));
  // Nobody takes it.
  const ticket = await makeTicket(app, owner, { subject: `Of a team: ${secret}`, from: null });
  await owner.api.tickets.update({ id: ticket.id, teamId: team.id });
  return {
    inputs: {
      "teams.list": () => ({}),
      "teams.loads": () => ({}),
      "teams.create": () => ({ ...values, name: `Team ${openingKey}`, idempotencyKey: openingKey }),
      "teams.update": () => ({ ...values, name: `Other ${openingKey}`, id: team.id, expectedVersion: team.version }),
      "teams.setOwnAway": () => ({ isAway: true }),
      "teams.setAway": () => ({ userId: agent.userId, isAway: true }),
      "teams.remove": () => ({ id: team.id }),
    },
  };
};
