import { failureSentence } from "../../../lib/failure.ts";
import type { HeldNews } from "./held-store.ts";

const kept = "Everything is in the composer again.";

/** Why a held reply was not sent, and where it is. */
export function notSentWords(news: HeldNews): string {
  if (news.outcome !== "kept")
    return "An earlier attempt had been sent after all. What you wrote since is in the composer.";
  if (news.error === null) return `The page was closed before it was due. ${kept}`;
  return `${failureSentence(news.error)} ${kept}`;
}
