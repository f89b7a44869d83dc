import { draftKey, useDraft } from "../../../../lib/drafts.ts";
import { useSession } from "../../../../lib/session.ts";
import { addReplaced, keepReplaced, nextReplaced, type Replaced, readReplaced, takeBack } from "./replaced-texts.ts";
import type { useAttachedResources } from "./use-attached-resources.ts";

/** The texts of a ticket's reply that tools replaced, kept in this browser with the reply until it is sent. */
export function useReplaced(
  ticketId: string,
  text: string,
  resources: Pick<ReturnType<typeof useAttachedResources>, "add" | "remove">,
  put: (text: string) => void,
) {
  const userId = useSession().user?.id ?? "";
  const [kept, keep, sync] = useDraft(draftKey(userId, "reply-replaced", ticketId));
  const all = readReplaced(kept);
  const next = nextReplaced(all, text);

  function exchange({ detach, attach }: Pick<Replaced, "detach" | "attach">) {
    if (detach) resources.remove(detach.id);
    if (attach) resources.add(attach);
  }

  return {
    /** What can be had back, and how; null where there is nothing. */
    latest: next && {
      about: next.about,
      undo() {
        keep(keepReplaced(takeBack(all, next, text)));
        exchange(next);
        put(next.before);
      },
    },
    add: (replaced: Replaced) => keep(keepReplaced(addReplaced(all, replaced))),
    /** The browser's own Undo or Redo led to another text: what went with it comes and goes too. */
    follow(inputType: string, text: string) {
      const [latest] = all;
      if (inputType === "historyUndo" && latest?.before === text) exchange(latest);
      if (inputType === "historyRedo" && latest?.after === text)
        exchange({ attach: latest.detach, detach: latest.attach });
    },
    clear: () => keep(""),
    /** Takes over what the storage holds, unless something was changed here. */
    sync,
  };
}
