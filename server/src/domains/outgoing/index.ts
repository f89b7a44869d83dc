export { deliverMail } from "./deliver-mail.ts";
export { selectOutgoingOf } from "./delivery.queries.ts";
export { loopHeader } from "./loop-header.ts";
export { queueConfirmation, queueExistingAccount, queuePasswordChanged } from "./queue-account-mail.ts";
export { queueReply } from "./queue-reply.ts";
export { refuseWhileSending } from "./refuse-while-sending.ts";
export { retryReply } from "./retry-reply.ts";
export { mailKey, newMailMessageId, readMailMessageId, readReplyAddress, replyAddress } from "./signed-address.ts";
export { withoutTicketLabel } from "./without-ticket-label.ts";
