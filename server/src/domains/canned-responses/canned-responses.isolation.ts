import { randomUUID } from "node:crypto";
import type { Isolation } from "../../testing/isolation/isolation.ts";

export const isolation: Isolation = async (_app, { owner, secret, ticketId }) => {
  const cannedResponse = await owner.api.cannedResponses.create({
    title: `Response ${secret}`,
    content: `Content ${secret}`,
    category: secret,
    tags: [secret],
    idempotencyKey: randomUUID(),
  });
  const cannedResponseKey = randomUUID();
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
      "cannedResponses.values": () => ({ ticketId, to: ["jane@customer.test"] }),
    },
  };
};
