import type { TicketDetail } from "@deskhand/contract/tickets";
import { ticketLabel } from "@deskhand/contract/vocabulary";
import { useMutation, useQueryClient } from "@tanstack/react-query";
import { useEffect, useState } from "react";
import { TicketLink } from "../../../entities/ticket/ticket-link.tsx";
import { refreshAllTickets } from "../../../entities/ticket/ticket-queries.ts";
import { api } from "../../../lib/api.ts";
import { subscribeDrafts } from "../../../lib/drafts.ts";
import { failureSentence } from "../../../lib/failure.ts";
import { useSession } from "../../../lib/session.ts";
import { announce } from "../../../ui/announcer.tsx";
import { Banner } from "../../../ui/banner.tsx";
import { Button } from "../../../ui/button.tsx";
import { closeToast, showToast } from "../../../ui/overlay/show-toast.ts";
import { moveUnsent } from "./move-unsent.ts";

/** Links a merged ticket to the one where its conversation continues, and moves unsent texts there. */
export function MergedNotice({ ticket: { id, mergedInto } }: { ticket: TicketDetail }) {
  const { user, can } = useSession();
  const unmerge = useUnmerge();
  const [hasMoved, setMoved] = useState(false);
  const userId = user?.id;
  const into = mergedInto?.id;
  // After the composer has unmounted, since it keeps its text until then.
  useEffect(() => {
    if (userId === undefined || into === undefined) return;
    const move = () => moveUnsent(userId, id, into) && setMoved(true);
    move();
    // A reply that was on its way may come back.
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

/** The id of the toast about a ticket's merge. */
export const mergeToast = (id: string): string => `merged-${id}`;

/** Separates a merged ticket again. */
export function useUnmerge() {
  const cache = useQueryClient();
  return useMutation(
    api.tickets.unmerge.mutationOptions({
      onSuccess(ticket) {
        cache.setQueryData(api.tickets.get.queryKey({ input: { id: ticket.id } }), ticket);
        refreshAllTickets(cache);
        closeToast(mergeToast(ticket.id));
        announce(`${ticketLabel(ticket.ticketNumber)} stands by itself again`);
      },
      onError(error) {
        showToast({ id: "unmerge", title: "The merge was not undone", message: failureSentence(error) });
      },
    }),
  );
}
