import { draftKey, useDraft } from "../../../../lib/drafts.ts";
import { useSession } from "../../../../lib/session.ts";
import { addReplaced, keepReplaced, nextReplaced, type Replaced, readReplaced, takeBack } from "./replaced-texts.ts";

/** The texts of a ticket's reply that tools replaced, kept in this browser with the reply until it is sent. */
export function useReplaced(ticketId: string, text: string, put: (text: string) => void) {
  const userId = useSession().user?.id ?? "";
  const [kept, keep, sync] = useDraft(draftKey(userId, "reply-replaced", ticketId));
  const all = readReplaced(kept);
  const next = nextReplaced(all, text);
  return {
    /** What can be had back, and how; null where there is nothing. */
    latest: next && {
      about: next.about,
      undo() {
        keep(keepReplaced(takeBack(all, next, text)));
        put(next.before);
      },
    },
    add: (replaced: Replaced) => keep(keepReplaced(addReplaced(all, replaced))),
    clear: () => keep(""),
    /** Takes over what the storage holds, unless something was changed here. */
    sync,
  };
}
