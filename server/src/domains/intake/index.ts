export { type AcceptedMail, acceptMail } from "./accept/accept-mail.ts";
export { recipientResolver } from "./accept/recipient-resolver.ts";
export { startMailReceiver } from "./accept/start-mail-receiver.ts";
export { readHead } from "./authenticate/read-head.ts";
export { SenderChecks } from "./authenticate/sender-checks.ts";
export { MailProcessor } from "./decide/mail-processor.ts";
export { MailReaders } from "./read/mail-readers.ts";
export { readMail } from "./read/read-mail.ts";
export { stripQuotedHistory } from "./text/strip-quotes.ts";
