import { type CallError, failureSentence, isSignedOut } from "../../lib/failure.ts";

/** Why something with the connection failed, in a sentence. */
export function storeFailure(error: CallError): string {
  return isSignedOut(error) ? "Valid session required" : failureSentence(error);
}
