import { whoHad } from "@deskhand/contract/desk/whom";
import type { Conversation, NamedMail } from "../rows/conversation.queries.ts";

/** Whether somebody has or may know a mail, by its Message-ID. */
export type Knows = (email: string, mailId: string) => boolean;

/**
 * Tells which mails of a conversation somebody may be told of: those that they wrote or got. All addresses of its customer are one
 * person's; what does not say who wrote it is theirs, unless the ticket was made theirs since. Who has no address yet is the customer.
 */
export function whoKnows({ answered, mails, customerAddresses, customerChangedAt }: Conversation): Knows {
  const byId = new Map<string, Omit<NamedMail, "id">>();
  if (answered?.mailMessageId)
    byId.set(answered.mailMessageId, {
      had: [...whoHad({ ...answered, ...(answered.isNamedByForward && { answersTo: null }) }, answered.authorEmail)],
      isUnaddressed: answered.isFromCustomer && answered.authorEmail === null && answered.answersTo === null,
      addedAt: answered.addedAt,
    });
  for (const { id, ...mail } of mails) byId.set(id, mail);
  return (email, mailId) => {
    const mail = byId.get(mailId);
    if (mail === undefined || email === "") return mail !== undefined;
    const isCustomer = customerAddresses.includes(email);
    if (mail.isUnaddressed || mail.had.length === 0)
      return isCustomer && (customerChangedAt === null || customerChangedAt < mail.addedAt);
    return mail.had.some((one) => one === email || (isCustomer && customerAddresses.includes(one)));
  };
}
