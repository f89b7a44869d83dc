import { ModelFault } from "../../platform/language-model/ask-language-model.ts";
import { WorkerFault } from "../../platform/separate-worker.ts";
import type { Services } from "../../platform/services.ts";

const slow = "Polishing took too long. Your message is unchanged, please try again";

/** The sentence that tells a writer why a message could not be polished (spec part 1, section 8); what nobody expects is logged. */
export function faultText(error: unknown, log: Services["log"]): string {
  if (error instanceof WorkerFault) {
    log.warn({ err: error }, "the local checker could not polish a message");
    if (error.kind === "busy") return "Many messages are being polished right now. Please try again in a moment";
    return error.kind === "slow" ? slow : "Failed to polish message";
  }
  if (error instanceof ModelFault) {
    log.warn({ err: error }, "the language model could not polish a message");
    if (error.kind === "refused") return `Polish message request failed: ${error.status} - ${error.body}`;
    return error.kind === "slow" ? slow : "Failed to polish message";
  }
  log.error({ err: error }, "polishing failed");
  return "An unexpected error occurred";
}
