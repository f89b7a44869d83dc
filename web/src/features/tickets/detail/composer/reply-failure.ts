import { limits } from "@deskhand/contract/limits";
import { ORPCError } from "@orpc/client";
import { firstFault, isPassing, isSignedOut } from "../../../../lib/failure.ts";
import { UNEXPECTED } from "../../../../lib/failure-words.ts";

/** What is wrong with a reply before it is sent, or null (spec part 1, section 5). */
export function replyFault(text: string): string | null {
  const length = text.trim().length;
  if (length === 0) return "Please enter a reply message";
  if (length > limits.replyLength) return "Reply message is too long (maximum 10,000 characters)";
  return null;
}

/** The sentence for a reply that was not sent (spec part 1, section 8); the text is always kept. */
export function replyFailureText(error: unknown, isOnline: boolean): string {
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

export interface NewMessage {
  id: string;
  authorName: string;
  content: string;
}

function isNewMessage(value: unknown): value is NewMessage {
  return typeof value === "object" && value !== null && "id" in value && "authorName" in value && "content" in value;
}

/** What others wrote meanwhile when a reply was refused because the conversation moved on; else null. */
export function movedOnMessages(error: unknown): NewMessage[] | null {
  if (!(error instanceof ORPCError) || error.code !== "conversation_moved_on") return null;
  const data: unknown = error.data;
  if (typeof data !== "object" || data === null || !("newMessages" in data)) return [];
  return Array.isArray(data.newMessages) ? data.newMessages.filter(isNewMessage) : [];
}
