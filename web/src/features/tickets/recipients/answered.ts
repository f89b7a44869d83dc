import type { Account } from "@deskhand/contract/account";
import type { Known } from "@deskhand/contract/desk/namesake";
import { everybodyIn, type IsOwn, recipientsOfAnswer, usualMode, whoHad } from "@deskhand/contract/desk/whom";
import type { Message } from "@deskhand/contract/messages";
import type { AnswerMode, Mailbox } from "@deskhand/contract/recipients";

/**
 * Returns the message answered by default: the newest human one from the customer's side, else the store's newest to
 * the customer.
 */
export function usuallyAnswered(messages: readonly Message[]): Message | undefined {
  const written = messages.filter(({ isAutomatic }) => !isAutomatic);
  return (
    written.findLast(({ isFromCustomer }) => isFromCustomer) ??
    written.findLast(({ audience }) => audience === "customer") ??
    written.at(-1)
  );
}

/** Returns a message's default answer mode, and whether there is a choice. */
export function modesOf(message: Message | undefined, prefers: AnswerMode): { usual: AnswerMode; isChoice: boolean } {
  if (message === undefined) return { usual: "reply", isChoice: false };
  const [all, one] = [recipientsOfAnswer(message, "reply-all"), recipientsOfAnswer(message, "reply")];
  return { usual: usualMode(message, prefers), isChoice: everybodyIn(all).length > everybodyIn(one).length };
}

/** Returns people whom a recipient's name could be mistaken for: the customer, the user, the store. */
export function namesakesOf(
  customer: { email: string | null; name: string | null } | null | undefined,
  { user, client }: { user: Mailbox | null; client: Account["client"] | null },
): Known[] {
  const all = [customer, user, client && { email: client.supportEmail, name: client.storeName, isStore: true }];
  return all.flatMap((one) => (one?.email ? [{ ...one, email: one.email.toLowerCase() }] : []));
}

/** Recognizes the store's own addresses: its mail domain, its support address, and those shown in the thread. */
export function ownAddresses(messages: readonly Message[], client: Account["client"] | null): IsOwn {
  const support = client?.supportEmail.toLowerCase() ?? "";
  const own = new Set([support, client?.customSupportEmail?.toLowerCase()]);
  for (const { recipients } of messages) for (const { isOurs, email } of recipients) if (isOurs) own.add(email);
  const domain = support.slice(support.lastIndexOf("@"));
  return (email) => own.has(email) || (domain !== "" && email.endsWith(domain));
}

/** Returns the recipients who neither wrote nor received the answered message. */
export function withoutIt(all: readonly Mailbox[], answered: Message | undefined): Mailbox[] {
  // A reply mailed to nobody hides nothing from anybody.
  if (answered === undefined || (!answered.isFromCustomer && answered.recipients.length === 0)) return [];
  const peopleOnIt = emailsOn(answered);
  return all.filter(({ email }) => !peopleOnIt.has(email));
}

function emailsOn(message: Message): Set<string> {
  return whoHad(message, authorOf(message));
}

const authorOf = ({ authorEmail }: Message): string | null => authorEmail?.toLowerCase() ?? null;
