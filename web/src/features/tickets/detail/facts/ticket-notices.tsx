import { shownAddress } from "@deskhand/contract/addresses/shown-address";
import type { Activity, TicketDetail } from "@deskhand/contract/tickets";
import { ticketLabel } from "@deskhand/contract/vocabulary";
import { useQuery, useQueryClient } from "@tanstack/react-query";
import { useState } from "react";
import { useColleagues } from "../../../../entities/person/use-colleagues.ts";
import { TicketLink } from "../../../../entities/ticket/ticket-link.tsx";
import { WrittenFromWords } from "../../../../entities/ticket/written-from.tsx";
import { api } from "../../../../lib/api.ts";
import { useSession } from "../../../../lib/session.ts";
import { Banner } from "../../../../ui/banner.tsx";
import { editKey, isEdit } from "./use-ticket-edit.ts";

/** Says that the open ticket was reassigned (`to` is null for nobody) and by whom, read from its activity trail. */
export function ReassignedNotice(props: { ticketId: string; to: string | null; onDismiss: () => void }) {
  const { ticketId, to, onDismiss } = props;
  const { user } = useSession();
  const { nameOf } = useColleagues();
  const trail = useQuery(api.tickets.activity.queryOptions({ input: { id: ticketId }, refetchOnMount: "always" }));
  // A cached trail does not have this step yet.
  if (!trail.isFetchedAfterMount) return null;
  const step = trail.data?.items.findLast(({ kind }: Activity) => kind === "assigned");
  // The reader did it, by a reply or in another tab.
  if (step !== undefined && step.actorId === user?.id) return null;
  return (
    <Banner kind="info" onDismiss={onDismiss}>
      {reassignedText({ by: step ?? null, to, toName: to === null ? null : nameOf(to), userId: user?.id ?? null })}
    </Banner>
  );
}

/**
 * Returns the new assignee when somebody else reassigned the open ticket (null for nobody), until dismissed; undefined
 * otherwise.
 */
export function useReassigned({ id, assignedTo }: Pick<TicketDetail, "id" | "assignedTo">) {
  const cache = useQueryClient();
  const [lastAssignee, setLastAssignee] = useState(assignedTo);
  const [reassigned, setReassigned] = useState<string | null>();
  if (lastAssignee !== assignedTo) {
    const edits = cache.getMutationCache().findAll({ mutationKey: editKey(id) });
    const isOwn = edits.some(({ state }) => {
      if (!isEdit(state.variables)) return false;
      const { values, expected } = state.variables;
      // The reader's own edit, or the value restored after it was refused.
      return values.assignedTo === assignedTo || (state.status === "error" && expected.assignedTo === assignedTo);
    });
    setLastAssignee(assignedTo);
    setReassigned(isOwn ? undefined : assignedTo);
  }
  return { reassigned, dismiss: () => setReassigned(undefined) };
}

interface Reassigned {
  /** The activity's author; null when the trail could not be read. */
  by: Pick<Activity, "actorId" | "actorName"> | null;
  /** The new assignee; null for nobody. */
  to: string | null;
  toName: string | null;
  /** The reader. */
  userId: string | null;
}

/** Returns the sentence for a reassignment. */
export function reassignedText({ by, to, toName, userId }: Reassigned): string {
  const actor = by?.actorName ?? "Somebody else";
  if (to === null) return `${actor} took the assignee off this ticket.`;
  if (to === by?.actorId) return `${actor} took this ticket.`;
  return `${actor} assigned this ticket to ${to === userId ? "you" : (toName ?? "a colleague")}.`;
}

/** Warns that the sender of the ticket's first mail is not proven, and links to the ticket which that mail names. */
export function UnverifiedNotice({ ticket }: { ticket: TicketDetail }) {
  const { customer, writtenFrom, namedTicket, messages } = ticket;
  // For a colleague's mail to the customer, the colleague's address is the doubtful one.
  const first = messages.find(({ threadingReason }) => threadingReason === "new_conversation")?.authorEmail;
  return (
    <Banner kind="warning" title="Sender not verified">
      This mail may not be from {shownAddress(writtenFrom?.email ?? first ?? customer?.email ?? "the address it names")}
      : its sender could not be verified, and somebody else may have written it.
      {namedTicket !== null && (
        <>
          {" It names "}
          <TicketLink ticketId={namedTicket.id} className="font-medium text-accent underline">
            {ticketLabel(namedTicket.ticketNumber)}
          </TicketLink>
          , which it was not added to.
        </>
      )}
    </Banner>
  );
}

/**
 * Says that the first mail came from another address than the answers go to, and warns unless the store itself
 * forwarded it.
 */
export function WrittenFromNotice({ ticket: { customer, writtenFrom } }: { ticket: TicketDetail }) {
  if (writtenFrom === null) return null;
  const words = <WrittenFromWords writtenFrom={writtenFrom} answersTo={customer?.email} />;
  if (writtenFrom.isStores) return <p className="text-sm text-soft break-anywhere">{words}</p>;
  return (
    <Banner kind="warning">
      <span className="font-semibold">{words}.</span>{" "}
      <span className="text-ink">Nothing proves that they are the same person.</span>
    </Banner>
  );
}
