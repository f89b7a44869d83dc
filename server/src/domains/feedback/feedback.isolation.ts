import type { Isolation } from "../../testing/isolation/isolation.ts";

export const isolation: Isolation = async (_app, { agent, replyKey, secret }) => {
  await agent.api.feedback.submit({ type: "bug", message: `Message ${secret}`, idempotencyKey: replyKey });
  return {
    inputs: {
      "feedback.submit": () => ({ type: "bug", message: `It broke ${secret}`, email: `${secret}@customer.test` }),
    },
  };
};
