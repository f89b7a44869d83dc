import type { Isolation } from "../../testing/isolation/isolation.ts";

export const isolation: Isolation = async (app, { owner, secret, ticketId }) => {
  await app.asOwner(
    `insert into reply_findings (client_id, message_id, position, user_id, kind, written, right_value, outcome)
     select client_id, id, 0, $2, 'number', $3, $3, 'sent_anyway' from ticket_messages where ticket_id = $1 limit 1`,
    [ticketId, owner.userId, secret],
    owner.tenantId,
  );
  return { inputs: { "checks.factsOf": () => ({ ticketId }) } };
};
