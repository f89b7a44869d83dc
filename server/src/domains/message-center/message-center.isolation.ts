import type { Isolation } from "../../testing/isolation/isolation.ts";
import { failDelivery, makeTicket, reply } from "../../testing/test-desk.ts";
import { selectMailsOf } from "../outgoing/index.ts";

export const isolation: Isolation = async (app, { agent, owner, secret }) => {
  const { id: ticketId } = await makeTicket(app, owner, {
    subject: `Subject ${secret}`,
    description: `Text ${secret}`,
    from: `${secret}@customer.test`,
  });
  const { id: messageId } = await reply(agent, ticketId, { content: `Reply ${secret}` });
  await failDelivery(app, owner, messageId, `Refused ${secret}`);
  const mails = await app.services.db.withTenant(owner.tenantId, (tx) => selectMailsOf(tx, messageId));
  return {
    inputs: {
      "messageCenter.list": () => ({ search: secret }),
      "messageCenter.counts": () => ({}),
      "messageCenter.draftTickets": () => ({ ids: [ticketId] }),
      "messageCenter.tryAgain": () => ({ ids: mails.map(({ id }) => id) }),
    },
  };
};
