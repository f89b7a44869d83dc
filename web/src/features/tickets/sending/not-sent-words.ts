import { isDefinedError } from "@orpc/client";
import { type CallError, failureSentence } from "../../../lib/failure.ts";
import type { HeldNews } from "./held-store.ts";

const kept = "Everything is in the composer again.";

/** Why a held reply was not sent, and where it is. */
export function notSentWords(news: Exclude<HeldNews, { outcome: "sent" }>): string {
  if (news.outcome !== "kept")
    return "An earlier attempt had been sent after all. What you wrote since is in the composer.";
  if (news.error === null) return `The page was closed before it was due. ${kept}`;
  return `${failureSentence(news.error)} ${placeAfter(news.error)}`;
}

/** Where the text is after an error: not every ticket has a composer. */
function placeAfter(error: CallError): string {
  if (!isDefinedError(error)) return kept;
  if (error.code === "ticket_not_found") return "Your text is kept: open this to copy it.";
  if (error.code === "ticket_archived") return "Your text is kept, and is in the composer once the ticket is reopened.";
  if (error.code === "ticket_merged") return "Your text goes there with it: open this to find it.";
  return kept;
}
