import { ORPCError } from "@orpc/client";
import { failureText, isPassing, isSignedOut } from "../../../lib/failure.ts";

/** Why the server will not take a file, as the end of a sentence; null when trying again may help. */
export function fileRefusal(error: unknown): string | null {
  if (!(error instanceof ORPCError) || !error.defined || isSignedOut(error)) return null;
  if (error.status >= 500 || error.code === "upload_broken_off") return null;
  const actual = error.code === "upload_misnamed" ? actualEnding(error.data) : null;
  const sentence = error.message.replace(/\.?$/, ".");
  return actual === null ? sentence : `${sentence} It looks like a .${actual} file.`;
}

function actualEnding(data: unknown): string | null {
  if (typeof data !== "object" || data === null || !("actual" in data)) return null;
  return typeof data.actual === "string" ? data.actual : null;
}

/** What to say of a file that did not arrive and may be tried again. */
export function fileFailure(error: unknown): string {
  if (isSignedOut(error)) return "You must be logged in to attach files";
  return isPassing(error) ? "Deskhand could not be reached" : failureText(error);
}

/** The uploads that a refused reply named and that are gone; else none. */
export function goneUploads(error: unknown): string[] {
  if (!(error instanceof ORPCError) || error.code !== "upload_not_found") return [];
  const data: unknown = error.data;
  if (typeof data !== "object" || data === null || !("uploadIds" in data) || !Array.isArray(data.uploadIds)) return [];
  return data.uploadIds.filter((id) => typeof id === "string");
}
