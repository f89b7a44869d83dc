import { type Failure, fail } from "../../../platform/fail.ts";
import type { Newer } from "./newer-messages.queries.ts";

/** That a conversation went on since a screen showed it, with the beginnings of what is new. */
export function movedOn(messages: readonly Newer[]): Failure {
  const newMessages = messages.map((message) => ({ ...message, content: message.content.slice(0, 500) }));
  return fail("conversation_moved_on", { newMessages });
}
