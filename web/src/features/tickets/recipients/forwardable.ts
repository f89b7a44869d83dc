import type { Message } from "@deskhand/contract/messages";
import { namesOf } from "../../../entities/person/mailbox-words.ts";

/** Whether a message may hold words that are for the store alone: a colleague passed it on, and could write above it. */
function isInternal({ passedOn }: Message): boolean {
  return passedOn === "forward";
}

/** Whether a message is forwarded only where somebody ticks it: it may be for the store alone, or was not for all of the conversation. */
export function isTickedByHand(message: Message): boolean {
  return isInternal(message) || message.audience === "side";
}

/** What to know of a message before it is forwarded: that it may be internal, and between whom it was, others not being on it. */
export function forwardWarnings(message: Message, storeName: string): string[] {
  const internal = isInternal(message) ? ["May hold a colleague's own words"] : [];
  if (message.audience !== "side") return internal;
  const { isFromCustomer, authorName: name, authorEmail, recipients } = message;
  const store = { email: "", name: storeName };
  const author = isFromCustomer ? [{ email: authorEmail?.toLowerCase() ?? name, name }] : [];
  const others = recipients.filter(({ isOurs, email }) => !isOurs && email !== author[0]?.email);
  // A line of nobody is not of a conversation.
  if (author.length + others.length === 0) return internal;
  return [...internal, `Between ${namesOf([store, ...author, ...others])} only`];
}

/** The message that is forwarded unless another is chosen: the newest that a person wrote among those whom the customer is one of. */
export function usuallyForwarded(messages: readonly Message[]): Message | undefined {
  return messages.findLast((one) => !one.isAutomatic && !isTickedByHand(one));
}
