import { ticketLabel } from "@deskhand/contract/vocabulary";
import { useQueryClient } from "@tanstack/react-query";
import { useEffect, useRef } from "react";
import { useOpenTicket } from "../../../entities/ticket/ticket-link.tsx";
import { api } from "../../../lib/api.ts";
import { failureSentence, isSignedOut } from "../../../lib/failure.ts";
import { showToast } from "../../../ui/overlay/show-toast.ts";

/** Titles of failed actions in a ticket's dialog, by the first part of their mutation key. */
const undone: Record<string, { title: string; kept?: string }> = {
  reply: { title: "Your reply was not sent", kept: "Your text is kept in the ticket." },
  note: { title: "Your note was not added", kept: "Your text is kept in the ticket." },
  status: { title: "The status was not changed" },
  reopen: { title: "The ticket was not reopened" },
  "edit-ticket": { title: "Your change was not saved" },
};

/** Shows a toast for actions that failed after their ticket's dialog was closed; otherwise nobody would learn of it. */
export function useUnsavedToasts(): void {
  const open = useOpenTicket();
  const cache = useQueryClient();
  const latest = useRef(open);
  latest.current = open;

  useEffect(
    () =>
      cache.getMutationCache().subscribe((event) => {
        if (event.type !== "updated" || event.action.type !== "error") return;
        const [kind, ticketId] = event.mutation.options.mutationKey ?? [];
        const words = undone[String(kind)];
        if (words === undefined || typeof ticketId !== "string" || ticketId === latest.current.openTicketId) return;
        const { error } = event.action;
        if (isSignedOut(error)) return;
        const ticket = cache.getQueryData(api.tickets.get.queryKey({ input: { id: ticketId } }));
        showToast({
          id: `undone:${kind}:${ticketId}`,
          title: ticket === undefined ? words.title : `${words.title} (${ticketLabel(ticket.ticketNumber)})`,
          message: [failureSentence(error), words.kept].join(" ").trim(),
          onChoose: () => latest.current.openTicket(ticketId),
        });
      }),
    [cache],
  );
}
