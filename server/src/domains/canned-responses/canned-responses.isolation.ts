import { randomUUID } from "node:crypto";
import type { Isolation } from "../../testing/isolation/isolation.ts";
import { makeTicket } from "../../testing/test-desk.ts";

export const isolation: Isolation = async (app, { owner, secret, ticketId }) => {
  const cannedResponse = await owner.api.cannedResponses.create({
    title: `Response ${secret}`,
    content: `Content ${secret}`,
    category: secret,
    tags: [secret],
    idempotencyKey: randomUUID(),
  });
  const actions = [{ action: "set_priority" as const, values: ["high"] }];
  const { id: handledId } = await makeTicket(app, owner, { subject: secret, description: secret, from: null });
  // Its members and admins see it.
  const team = { memberIds: [owner.userId], givesOut: false, openLimit: null, tellAfterMinutes: null };
  const { id: teamId } = await owner.api.teams.create({
    ...team,
    name: `Writers ${secret}`.slice(0, 60),
    idempotencyKey: randomUUID(),
  });
  await owner.api.cannedResponses.create({
    title: `Of a team ${secret}`,
    content: secret,
    category: secret,
    teamId,
    idempotencyKey: randomUUID(),
  });
  // A macro that was run once and has a key, so that each table has a row.
  await owner.api.cannedResponses.run({
    id: cannedResponse.id,
    idempotencyKey: randomUUID(),
    ticketIds: [handledId],
    actions,
  });
  await owner.api.cannedResponses.setKey({ id: cannedResponse.id, key: "b" });
  const [cannedResponseKey, runKey] = [randomUUID(), randomUUID()];
  return {
    inputs: {
      "cannedResponses.list": () => ({}),
      "cannedResponses.create": () => ({
        title: "Thanks",
        content: "Thank you",
        category: "Shipping",
        idempotencyKey: cannedResponseKey,
      }),
      "cannedResponses.update": () => ({
        id: cannedResponse.id,
        title: "Thanks",
        content: "Thank you",
        category: "Shipping",
        expectedUpdatedAt: cannedResponse.updatedAt,
      }),
      "cannedResponses.delete": () => ({ id: cannedResponse.id }),
      "cannedResponses.fill": () => ({
        ticketId,
        id: cannedResponse.id,
        to: ["jane@customer.test"],
        toName: "Jane",
      }),
      "cannedResponses.preview": () => ({ ticketIds: [handledId], actions }),
      "cannedResponses.run": () => ({
        id: cannedResponse.id,
        idempotencyKey: runKey,
        ticketIds: [handledId],
        actions,
      }),
      "cannedResponses.setKey": () => ({ id: cannedResponse.id, key: "b" }),
      "cannedResponses.values": () => ({ ticketId, to: ["jane@customer.test"] }),
    },
  };
};
