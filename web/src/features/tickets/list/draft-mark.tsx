import { useSyncExternalStore } from "react";
import { subscribeDrafts } from "../../../lib/drafts.ts";
import { useSession } from "../../../lib/session.ts";
import { Badge } from "../../../ui/badge.tsx";
import { unsentTexts } from "../detail/unsent-texts.tsx";

/** That one began to write on a ticket of the list, and has not sent it; what it is shows on hover. */
export function DraftMark({ ticketId }: { ticketId: string }) {
  const userId = useSession().user?.id ?? "";
  // The row is drawn anew when its ticket closes; other tabs tell of theirs.
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
