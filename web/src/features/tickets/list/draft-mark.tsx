import { useSyncExternalStore } from "react";
import { subscribeDrafts } from "../../../lib/drafts.ts";
import { useSession } from "../../../lib/session.ts";
import { Badge } from "../../../ui/badge.tsx";
import { unsentTexts } from "../detail/unsent-texts.tsx";

/** Marks a ticket of the list that has an unsent text of this user, shown on hover. */
export function DraftMark({ ticketId }: { ticketId: string }) {
  const userId = useSession().user?.id ?? "";
  // The row rerenders when its ticket closes; other tabs report theirs through storage.
  const unsent = useSyncExternalStore(subscribeDrafts, () =>
    unsentTexts(userId, ticketId)
      .map(({ label }) => label)
      .join(", "),
  );
  return unsent === "" ? null : (
    <span title={unsent} className="relative flex shrink-0">
      <Badge>Draft</Badge>
    </span>
  );
}
