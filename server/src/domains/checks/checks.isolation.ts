import type { Isolation } from "../../testing/isolation/isolation.ts";
import { makeTicket, reply } from "../../testing/test-desk.ts";

export const isolation: Isolation = async (app, { owner, secret, ticketId }) => {
  const ticket = await makeTicket(app, owner, { subject: `Checked ${secret}` });
  const shown = { kind: "number", written: secret, right: secret, outcome: "sent_anyway" } as const;
  await reply(owner, ticket.id, { content: secret, shownFindings: [shown] });
  return { inputs: { "checks.factsOf": () => ({ ticketId }) } };
};
