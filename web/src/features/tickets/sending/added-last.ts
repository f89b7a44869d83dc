import { trimWritten } from "@deskhand/contract/desk/trim-written";
import type { Message } from "@deskhand/contract/messages";

interface Written {
  authorId: string;
  content: string;
  /** The last message that its writer had seen; null for none. */
  lastSeenMessageId: string | null;
}

/** Whether a thread contains a reply, after what its writer had seen. */
export function hasReply(messages: readonly Message[], reply: Written): boolean {
  const since = addedAfter(messages, reply.lastSeenMessageId);
  return since.some(({ authorId, content }) => authorId === reply.authorId && trimWritten(content) === reply.content);
}

interface Added {
  id: string;
  addedAt: string;
}

/**
 * Returns the message added to a thread last, which may stand further up at the time it was accepted
 * (docs/product.md#the-order-of-a-thread).
 */
export function addedLast<Message extends Added>(messages: readonly Message[]): Message | undefined {
  let last = messages[0];
  for (const message of messages) if (last !== undefined && message.addedAt >= last.addedAt) last = message;
  return last;
}

/** Returns the messages added to a thread after the given one, in thread order; all if it is not among them. */
export function addedAfter<Message extends Added>(messages: readonly Message[], id: string | null): Message[] {
  const at = messages.findIndex((message) => message.id === id);
  const seenAt = messages[at]?.addedAt ?? "";
  return messages.filter(({ addedAt }, index) => addedAt > seenAt || (addedAt === seenAt && index > at));
}
