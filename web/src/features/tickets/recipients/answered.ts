import type { Account } from "@deskhand/contract/account";
import { everybodyIn, recipientsOfAnswer, usualMode, whoHad, withoutRepetition } from "@deskhand/contract/desk/whom";
import type { Message } from "@deskhand/contract/messages";
import type { AnswerMode, Mailbox, Recipients } from "@deskhand/contract/recipients";
import type { TicketDetail } from "@deskhand/contract/tickets";

type Customer = TicketDetail["customer"];

/** The message that is answered first: the newest that a person wrote of the customer's side, else of the store's to the customer. */
export function usuallyAnswered(messages: readonly Message[]): Message | undefined {
  const written = messages.filter(({ isAutomatic }) => !isAutomatic);
  return (
    written.findLast(({ isFromCustomer }) => isFromCustomer) ??
    written.findLast(({ audience }) => audience === "customer") ??
    written.at(-1)
  );
}

/** Whom an answer goes to; the ticket's customer where its message says nobody, or there is none. */
export function answerTo(message: Message | undefined, mode: AnswerMode, customer: Customer, isOwn: IsOwn): Recipients {
  const found = message && without(recipientsOfAnswer(message, mode), isOwn);
  if (found !== undefined && found.to.length > 0) return found;
  const to = customer?.email ? [{ email: customer.email.toLowerCase(), name: customer.name }] : [];
  return without({ to, cc: [], bcc: [] }, isOwn);
}

/**
 * Where a message came before its ticket was made somebody else's, and an answer to it would leave them out: that goes to them, and to whom
 * else the message asks for only as an answer to all. Null for every other message.
 */
export function answerToNewCustomer(
  message: Message,
  mode: AnswerMode,
  { customer, customerChangedAt }: Pick<TicketDetail, "customer" | "customerChangedAt">,
  isOwn: IsOwn,
): Recipients | null {
  if (customerChangedAt === null || customerChangedAt < message.addedAt || !customer?.email) return null;
  const own = answerTo(undefined, "reply", customer, isOwn);
  const [theirs] = own.to;
  if (theirs === undefined || recipientsOfAnswer(message, "reply").to.some(({ email }) => email === theirs.email))
    return null;
  if (mode === "reply") return own;
  const all = recipientsOfAnswer(message, mode);
  return without({ ...all, to: [theirs, ...all.to] }, isOwn);
}

/** How a message is answered first, and whether there is a choice. */
export function modesOf(message: Message | undefined, prefers: AnswerMode): { usual: AnswerMode; isChoice: boolean } {
  if (message === undefined) return { usual: "reply", isChoice: false };
  const [all, one] = [recipientsOfAnswer(message, "reply-all"), recipientsOfAnswer(message, "reply")];
  return { usual: usualMode(message, prefers), isChoice: everybodyIn(all).length > everybodyIn(one).length };
}

/** Whether an address, in lower case, is one of the store's own, which no mail goes to. */
export type IsOwn = (email: string) => boolean;

/** The store's own addresses: all of the mail domain, its support address, and those that the thread shows as such. */
export function ownAddresses(messages: readonly Message[], client: Account["client"] | null): IsOwn {
  const support = client?.supportEmail.toLowerCase() ?? "";
  const own = new Set([support, client?.customSupportEmail?.toLowerCase()]);
  for (const { recipients } of messages) for (const { isOurs, email } of recipients) if (isOurs) own.add(email);
  const domain = support.slice(support.lastIndexOf("@"));
  return (email) => own.has(email) || (domain !== "" && email.endsWith(domain));
}

/** Those among recipients who neither wrote nor got the message that is answered. */
export function withoutIt(all: readonly Mailbox[], answered: Message | undefined): Mailbox[] {
  // What was written here and mailed to nobody is no secret of somebody else's.
  if (answered === undefined || (!answered.isFromCustomer && answered.recipients.length === 0)) return [];
  const had = hadBy(answered);
  return all.filter(({ email }) => !had.has(email));
}

function hadBy(message: Message): Set<string> {
  return whoHad(message, authorOf(message));
}

const authorOf = ({ authorEmail }: Message): string | null => authorEmail?.toLowerCase() ?? null;

function without({ to, cc, bcc }: Recipients, isOwn: IsOwn): Recipients {
  const others = (all: Mailbox[]) => all.filter(({ email }) => !isOwn(email));
  return withoutRepetition({ to: others(to), cc: others(cc), bcc: others(bcc) });
}
