import { ORPCError } from "@orpc/client";
import { type CallError, fieldFailures } from "../../lib/failure.ts";
import { UNEXPECTED, UNREACHABLE } from "../../lib/failure-words.ts";

const longestBody = 200;

/** The sentence for a request that did not come to a result. */
export function polishFailure(error: CallError): string {
  const [blank] = fieldFailures(error).text ?? [];
  if (blank !== undefined) return blank;
  if (error instanceof ORPCError) {
    return `Polish message request failed: ${error.status} - ${error.message.slice(0, longestBody)}`;
  }
  // `fetch` and the loading of code reject with a TypeError when the connection fails.
  return error instanceof TypeError ? UNREACHABLE : UNEXPECTED;
}
