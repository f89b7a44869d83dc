import { trimWritten } from "@deskhand/contract/desk/trim-written";
import type { Message } from "@deskhand/contract/messages";
import { addedAfter } from "../../../entities/ticket/added-last.ts";

interface Written {
  authorId: string;
  content: string;
  /** The last message that its writer had seen; null for none. */
  lastSeenMessageId: string | null;
}

/** Whether a thread has a reply, after what its writer had seen. */
export function hasReply(messages: readonly Message[], reply: Written): boolean {
  const since = addedAfter(messages, reply.lastSeenMessageId);
  return since.some(({ authorId, content }) => authorId === reply.authorId && trimWritten(content) === reply.content);
}
