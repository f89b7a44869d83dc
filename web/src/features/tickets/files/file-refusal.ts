import { isDefinedError } from "@orpc/client";
import {
  type CallError,
  failureSentence,
  failureText,
  isPassing,
  isSignedOut,
  mayComeAgain,
} from "../../../lib/failure.ts";
import { contentWords } from "../../../lib/files/content-words.ts";

/** Why the server will not take a file, as the end of a sentence; null when trying again may help. */
export function fileRefusal(error: CallError): string | null {
  if (!isDefinedError(error)) {
    // What is too large for a proxy is refused by the proxy itself.
    return "status" in error && error.status === 413 ? "This file is too large." : null;
  }
  if (isSignedOut(error) || mayComeAgain(error) || error.status >= 500 || error.code === "upload_broken_off")
    return null;
  const sentence = failureSentence(error);
  return error.code === "upload_misnamed" ? `${sentence} ${contentWords(error.data)}` : sentence;
}

/** What to say of a file that did not arrive and may be tried again. */
export function fileFailure(error: CallError): string {
  if (isSignedOut(error)) return "You must be logged in to attach files";
  if (isDefinedError(error) && error.code === "file_not_scanned") return failureText(error);
  return isPassing(error) ? "Deskhand could not be reached" : failureText(error);
}

/** The uploads that a refused reply named and that are gone; else none. */
export function goneUploads(error: CallError | null): string[] {
  return isDefinedError(error) && error.code === "upload_not_found" ? error.data.uploadIds : [];
}
