import type { Activity, TicketDetail } from "@deskhand/contract/tickets";
import { useQuery } from "@tanstack/react-query";
import { useMemo } from "react";
import { api } from "../../../../lib/api.ts";
import { draftKey, useDraft } from "../../../../lib/drafts.ts";
import { useSession } from "../../../../lib/session.ts";
import { addedLast } from "../../sending/added-last.ts";
import { gatherSteps, mergeThread } from "./merge-thread.ts";
import { usePaged } from "./use-paged.tsx";

const HIDDEN = "hidden";
const none = { items: [], hasOlder: false };
const noSteps: { items: Activity[]; hasOlder: boolean } = none;

/** The steps shown in a ticket's thread. */
function threadStepsQuery(ticketId: string) {
  return api.tickets.activity.queryOptions({ input: { id: ticketId, onlySteps: true } });
}

/** Whether threads show notes and steps, as last chosen by this user in this browser. */
export function useShowsAll(): [showsAll: boolean, setShowsAll: (showsAll: boolean) => void] {
  const [stored, store] = useDraft(draftKey(useSession().user?.id ?? "", "thread", "notes-and-steps"));
  return [stored !== HIDDEN, (showsAll) => store(showsAll ? "" : HIDDEN)];
}

/** A ticket's thread as far back as requested: messages and, where shown, notes and steps. */
export function useThread(ticket: TicketDetail, showsAll: boolean) {
  const ticketId = ticket.id;
  const messages = usePaged(
    { items: ticket.messages, hasOlder: ticket.hasOlderMessages, count: ticket.messageCount },
    (before) => api.messages.list.call({ ticketId, before }),
  );
  const notes = usePaged({ items: ticket.notes, hasOlder: ticket.hasOlderNotes, count: ticket.noteCount }, (before) =>
    api.messages.listNotes.call({ ticketId, before }),
  );
  const { data: newestSteps = noSteps, error: stepsError } = useQuery(threadStepsQuery(ticketId));
  const steps = usePaged(newestSteps, (before) => api.tickets.activity.call({ id: ticketId, before, onlySteps: true }));

  const { entries, wanting } = useMemo(() => {
    const written = { items: messages.items, hasOlder: messages.hasOlder };
    if (!showsAll) return mergeThread({ messages: written, notes: none, steps: none });
    return mergeThread({
      messages: written,
      notes: { items: notes.items, hasOlder: notes.hasOlder },
      steps: { items: steps.items, hasOlder: steps.hasOlder },
    });
  }, [showsAll, messages.items, messages.hasOlder, notes.items, notes.hasOlder, steps.items, steps.hasOlder]);
  const parts = useMemo(() => gatherSteps(entries), [entries]);
  const paged = { messages, notes, steps };

  return {
    parts,
    /** All loaded messages, oldest first. */
    messages: messages.items,
    newestMessage: messages.items.at(-1),
    /** The message added last, which may stand further up. */
    addedLast: addedLast(messages.items),
    /** Replaces a message by its fresh version. */
    replace: messages.replace,
    hasOlder: wanting.length > 0,
    isLoadingOlder: wanting.some((name) => paged[name].isLoadingOlder),
    olderError: wanting.map((name) => paged[name].olderError).find((error) => error !== null) ?? null,
    loadOlder() {
      for (const name of wanting) paged[name].loadOlder();
    },
    /** Why the steps are missing. */
    stepsError: showsAll ? stepsError : null,
  };
}
