export { queueConfirmation, queueExistingAccount } from "./delivery/queue-account-mail.ts";
export { queueReply } from "./delivery/queue-reply.ts";
export { retryReply } from "./delivery/retry-reply.ts";
export { acceptMail } from "./intake/accept-mail.ts";
export { processMail } from "./intake/process-mail.ts";
export { type ResolveRecipient, recipientResolver } from "./intake/resolve-recipient.ts";
export { startMailReceiver } from "./intake/start-mail-receiver.ts";
export { stripQuotedHistory } from "./parse/strip-quotes.ts";
