import { everybodyIn, type Recipients, recipientsOfAnswer, usualMode, whoHad } from "@deskhand/contract/recipients";
import type { MessageAudience } from "@deskhand/contract/vocabulary";
import { fail } from "../../../platform/fail.ts";
import type { AnsweredMessage, Conversation } from "../rows/conversation.queries.ts";
import type { Addressing, ChannelServices } from "./channel.ts";

/**
 * Whom a reply goes to: those who were chosen, without the store's own addresses, else those whom the message that it answers asks
 * for, else the ticket's customer (docs/product.md#whom-an-answer-goes-to). That message is quoted only where all of them had it.
 */
export function chooseRecipients(
  { settings }: Pick<ChannelServices, "settings">,
  { customer, customerAddresses, answered, ownAddresses }: Conversation,
  chosen?: Recipients,
): Addressing {
  const isOwn = (email: string) =>
    ownAddresses.includes(email) || email.endsWith(`@${settings.mailDomain.toLowerCase()}`);
  const wanted = chosen ?? (answered && recipientsOfAnswer(answered, usualMode(answered)));
  const others = wanted && withoutOwn(wanted, isOwn);
  const isNobody = !others || others.to.length === 0;
  if (chosen && isNobody) throw fail("recipients_are_own");
  const recipients = isNobody ? toCustomer(customer) : others;
  const everybody = everybodyIn(recipients);
  const had = answered ? whoIsQuotedTo(answered, customerAddresses) : new Set<string>();
  const isHadByAll = everybody.every(({ email }) => had.has(email));
  return {
    recipients,
    answered: answered && { id: answered.id, mailMessageId: answered.mailMessageId, isHadByAll },
    audience: audienceOf(everybody, customerAddresses),
  };
}

/** Who may be shown a message that came by mail. */
function whoIsQuotedTo(message: AnsweredMessage, ofCustomer: readonly string[]): Set<string> {
  if (!message.isFromCustomer && message.authorEmail === null) return new Set();
  // There may be words of a colleague's above what it passes on, for the store alone.
  if (message.passedOn === "forward") return new Set();
  // Whose mail a colleague passes on has it, but not the words above it.
  const had = whoHad({ ...message, ...(message.isByStaff && { answersTo: null }) }, message.authorEmail);
  // Where a message does not say whom an answer goes to, it is its ticket's customer's.
  if (message.isFromCustomer && message.answersTo === null) for (const email of ofCustomer) had.add(email);
  return had;
}

/** Whether a ticket's customer is among those that a message goes to, by any of their addresses. */
function audienceOf(everybody: readonly { email: string }[], ofCustomer: readonly string[]): MessageAudience {
  return ofCustomer.length === 0 || everybody.some(({ email }) => ofCustomer.includes(email)) ? "customer" : "side";
}

function toCustomer({ email, name }: Conversation["customer"]): Recipients {
  return { to: email === null ? [] : [{ email, name }], cc: [], bcc: [] };
}

function withoutOwn({ to, cc, bcc }: Recipients, isOwn: (email: string) => boolean): Recipients {
  const others = (all: Recipients["to"]) => all.filter(({ email }) => !isOwn(email));
  return { to: others(to), cc: others(cc), bcc: others(bcc) };
}
