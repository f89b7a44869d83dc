import { trimWritten } from "@deskhand/contract/desk/trim-written";
import type { ErrorData } from "@deskhand/contract/errors";
import { limits } from "@deskhand/contract/limits";
import type { Message } from "@deskhand/contract/messages";
import { isDefinedError, ORPCError } from "@orpc/client";
import { type CallError, firstFault, isPassing, isSignedOut } from "../../../../lib/failure.ts";
import { UNEXPECTED } from "../../../../lib/failure-words.ts";
import { addedAfter } from "../../sending/added-last.ts";

/** Returns what is wrong with a reply before it is sent, or null. */
export function replyFault(text: string): string | null {
  const length = trimWritten(text).length;
  if (length === 0) return "Please enter a reply message";
  if (length > limits.replyLength) return "Reply message is too long (maximum 10,000 characters)";
  return null;
}

/** Returns the sentence for a reply that was not sent. Its text is always kept. */
export function replyFailureText(error: CallError, isOnline: boolean): string {
  if (isSignedOut(error)) return "You must be logged in to send replies";
  if (isPassing(error)) {
    return isOnline
      ? "Failed to send reply: Deskhand could not be reached. Your text is kept; it is safe to send it again."
      : "Failed to send reply: you are offline. Your text is kept; send it again once you are back.";
  }
  const fault = firstFault(error);
  if (fault !== undefined) return fault;
  if (!(error instanceof ORPCError)) return UNEXPECTED;
  return error.defined && error.message !== "" ? error.message : "Failed to send reply";
}

export type NewMessage = ErrorData<"conversation_moved_on">["newMessages"][number];

/** Returns the messages that others wrote meanwhile when the reply was refused because of them, else null. */
export function movedOnMessages(error: CallError | null): NewMessage[] | null {
  return isDefinedError(error) && error.code === "conversation_moved_on" ? error.data.newMessages : null;
}

type Difference = ErrorData<"reply_differs">["findings"][number];

/** Returns what the server found to differ when the reply was refused because of that, else nothing. */
export function differencesIn(error: CallError | null): Difference[] {
  return isDefinedError(error) && error.code === "reply_differs" ? error.data.findings : [];
}

/**
 * Returns others' messages added after `seen`, oldest first and without automatic ones. `seen` is the last added of the
 * messages already seen, null for an empty thread.
 */
export function newerByOthers(messages: readonly Message[], seen: string | null, userId: string): NewMessage[] {
  return addedAfter(messages, seen)
    .filter(({ authorId, isAutomatic }) => authorId !== userId && !isAutomatic)
    .map(({ id, authorName, content }) => ({ id, authorName, content }));
}
