import type { TicketDetail } from "@deskhand/contract/tickets";
import { ticketLabel } from "@deskhand/contract/vocabulary";
import { useEffect, useState } from "react";
import { TicketLink } from "../../../entities/ticket/ticket-link.tsx";
import { subscribeDrafts } from "../../../lib/drafts.ts";
import { useSession } from "../../../lib/session.ts";
import { Banner } from "../../../ui/banner.tsx";
import { Button } from "../../../ui/button.tsx";
import { moveUnsent } from "./move-unsent.ts";
import { useUnmerge } from "./use-unmerge.ts";

/** Says on a merged ticket where its conversation goes on; what was written here and not sent goes there as well. */
export function MergedNotice({ ticket: { id, mergedInto } }: { ticket: TicketDetail }) {
  const { user, can } = useSession();
  const unmerge = useUnmerge();
  const [hasMoved, setMoved] = useState(false);
  const userId = user?.id;
  const into = mergedInto?.id;
  // Once the composer is gone: it keeps its text as long as it is there.
  useEffect(() => {
    if (userId === undefined || into === undefined) return;
    const move = () => moveUnsent(userId, id, into) && setMoved(true);
    move();
    // A reply that was on its way comes back.
    return subscribeDrafts(move);
  }, [userId, id, into]);
  if (mergedInto === null) return null;
  const label = ticketLabel(mergedInto.ticketNumber);
  return (
    <Banner
      kind={hasMoved ? "warning" : "info"}
      title={
        <>
          Merged into{" "}
          <TicketLink ticketId={mergedInto.id} className="underline hover:no-underline">
            {label}
          </TicketLink>
        </>
      }
      action={
        can("tickets:update") && (
          <Button
            size="sm"
            busy={unmerge.isPending}
            busyText="Undoing..."
            className="self-center"
            onClick={() => unmerge.mutate({ id })}
          >
            Undo Merge
          </Button>
        )
      }
    >
      {hasMoved
        ? `What you wrote here was not sent. It is in ${label} now, to be sent from there.`
        : `Its messages, notes and files are in ${label}. What the customer answers goes there too.`}
    </Banner>
  );
}
