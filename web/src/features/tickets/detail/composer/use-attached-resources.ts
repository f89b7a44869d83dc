import { useRef } from "react";
import type { AttachedResource } from "../../../../entities/ticket/reply-draft.ts";
import { draftKey, useDraft } from "../../../../lib/drafts.ts";
import { useSession } from "../../../../lib/session.ts";
import { keepResources, readKeptResources } from "./reply-resources.ts";

/** The resources attached to a ticket's reply, kept in this browser with its text until it is sent. */
export function useAttachedResources(ticketId: string) {
  const userId = useSession().user?.id ?? "";
  const [kept, keep, sync] = useDraft(draftKey(userId, "reply-resources", ticketId));
  const items = readKeptResources(kept);
  const latest = useRef(items);
  latest.current = items;

  function change(next: AttachedResource[]) {
    latest.current = next;
    keep(keepResources(next));
  }

  return {
    items,
    /** Adds one unless it is there. */
    add(resource: AttachedResource) {
      if (latest.current.some(({ id }) => id === resource.id)) return;
      change([...latest.current, resource]);
    },
    remove: (removed: string) => change(latest.current.filter(({ id }) => id !== removed)),
    clear: () => change([]),
    /** Takes over what the storage holds, unless something was changed here. */
    sync,
  };
}
