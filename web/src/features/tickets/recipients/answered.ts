import type { Account } from "@deskhand/contract/account";
import type { Known } from "@deskhand/contract/desk/namesake";
import { everybodyIn, type IsOwn, recipientsOfAnswer, usualMode, whoHad } from "@deskhand/contract/desk/whom";
import type { Message } from "@deskhand/contract/messages";
import type { AnswerMode, Mailbox } from "@deskhand/contract/recipients";

/** The message that is answered first: the newest that a person wrote of the customer's side, else of the store's to the customer. */
export function usuallyAnswered(messages: readonly Message[]): Message | undefined {
  const written = messages.filter(({ isAutomatic }) => !isAutomatic);
  return (
    written.findLast(({ isFromCustomer }) => isFromCustomer) ??
    written.findLast(({ audience }) => audience === "customer") ??
    written.at(-1)
  );
}

/** How a message is answered first, and whether there is a choice. */
export function modesOf(message: Message | undefined, prefers: AnswerMode): { usual: AnswerMode; isChoice: boolean } {
  if (message === undefined) return { usual: "reply", isChoice: false };
  const [all, one] = [recipientsOfAnswer(message, "reply-all"), recipientsOfAnswer(message, "reply")];
  return { usual: usualMode(message, prefers), isChoice: everybodyIn(all).length > everybodyIn(one).length };
}

/** Whose names somebody whom a mail goes to could be taken for: its customer's, one's own, the store's. */
export function namesakesOf(
  customer: { email: string | null; name: string | null } | null | undefined,
  { user, client }: { user: Mailbox | null; client: Account["client"] | null },
): Known[] {
  const all = [customer, user, client && { email: client.supportEmail, name: client.storeName, isStore: true }];
  return all.flatMap((one) => (one?.email ? [{ ...one, email: one.email.toLowerCase() }] : []));
}

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
