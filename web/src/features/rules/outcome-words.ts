import type { RuleOutcome } from "@deskhand/contract/admin/rules";

/** What became of a rule on a ticket, in words. */
export const outcomeWords: Record<RuleOutcome, string> = {
  ran: "Ran",
  unchanged: "Changed nothing: everything was so already",
  refused: "Could not",
  skipped: "Did not run",
  stopped: "Switched off",
};
