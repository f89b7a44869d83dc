import { addOutgoing, logMail } from "../../testing/isolation/fill-mail-log.ts";
import type { Isolation } from "../../testing/isolation/isolation.ts";

export const isolation: Isolation = async (app, { messageId, openingKey, owner, secret, ticketId }) => {
  await logMail(app, owner, secret, { state: "reply_added", ticket_id: ticketId, message_id: messageId });
  await logMail(app, owner, secret, { state: "loop_stopped", held_by: "alike" });
  const quarantinedMailId = await logMail(app, owner, secret, { state: "quarantined" });
  const failedMailId = await logMail(app, owner, secret, { state: "failed" });
  const stoppedMailId = await logMail(app, owner, secret, { state: "loop_stopped" });
  // One without a ticket.
  const unsentMailId = await addOutgoing(app, owner, {
    kind: "data_request",
    to: `x@${secret}.test`,
    error: `Refused ${secret}`,
    details: { url: "http://desk.test", storeName: secret },
  });
  const { id: sharedSenderId } = await owner.api.sharedSenders.set({ sender: `form@${secret}.test`, mails: 300 });
  const { id: blockedSenderId } = await owner.api.blockedSenders.add({ sender: `${secret}.test`, reason: secret });
  return {
    inputs: {
      "storage.read": () => ({}),
      "storage.keepRawMail": () => ({ rawMailDays: 30 }),
      "blockedSenders.list": () => ({ search: secret }),
      "blockedSenders.add": () => ({ sender: `@${openingKey}.test`, reason: "Spam" }),
      "blockedSenders.remove": () => ({ id: blockedSenderId }),
      "blockedSenders.restore": () => ({ id: blockedSenderId }),
      "sharedSenders.list": () => ({}),
      "sharedSenders.set": () => ({ sender: `form@${openingKey}.test`, mails: 500 }),
      "sharedSenders.remove": () => ({ id: sharedSenderId }),
      "mail.log": () => ({ state: "quarantined" }),
      "heldMail.list": () => ({ sender: `x@${secret}.test` }),
      "heldMail.release": () => ({ reason: "alike", until: "2100-01-01T00:00:00Z" }),
      "heldMail.refused": () => ({}),
      "mail.entry": () => ({ id: failedMailId }),
      "mail.raw": () => ({ id: failedMailId }),
      "mail.makeTicket": () => ({ id: stoppedMailId }),
      "mail.tryAgain": () => ({ id: unsentMailId }),
      "mail.processAgain": () => ({ id: failedMailId }),
      "mail.release": () => ({ id: quarantinedMailId }),
    },
    paths: {
      "GET /api/mail/log/:id/raw": () => `/api/mail/log/${failedMailId}/raw`,
    },
  };
};
