import { everybodyIn } from "@deskhand/contract/recipients";
import {
  newReplyId,
  previewMail,
  queueReply,
  retryReply,
  takeAcknowledgement,
  takeAutomaticMail,
} from "../../outgoing/index.ts";
import { selectInboundAddresses } from "../rows/conversation.queries.ts";
import type { Channel } from "./channel.ts";
import { addressFirst, chooseRecipients } from "./choose-recipients.ts";

/** E-mail: one mail for each recipient, by the outgoing queue. */
export const emailChannel: Channel = {
  address: chooseRecipients,
  addressFirst: async (tx, services, chosen) => addressFirst(services, chosen, await selectInboundAddresses(tx)),
  // A customer without an address may have got one by the time of a retry.
  canReply: ({ customer }, { recipients }) => customer.id !== null || everybodyIn(recipients).length > 0,
  externalId: newReplyId,
  send: (tx, services, message) =>
    queueReply(tx, services, { ...message, mailMessageId: newReplyId(services, message.messageId) }),
  async sendAgain(tx, services, message) {
    await retryReply(tx, services, message);
  },
  preview: (tx, { settings }, message) => previewMail(tx, settings, message),
  acknowledge: takeAcknowledgement,
  claimAutomatic: takeAutomaticMail,
};
