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

/** Says that the ticket was given to somebody (null: to nobody) while it was open, and by whom, as its trail has it. */
export function ReassignedNotice(props: { ticketId: string; to: string | null; onDismiss: () => void }) {
  const { ticketId, to, onDismiss } = props;
  const { user } = useSession();
  const { nameOf } = useColleagues();
  const trail = useQuery(api.tickets.activity.queryOptions({ input: { id: ticketId }, refetchOnMount: "always" }));
  // What was loaded before does not have the step yet.
  if (!trail.isFetchedAfterMount) return null;
  const step = trail.data?.items.findLast(({ kind }: Activity) => kind === "assigned");
  // By a reply, or in another tab.
  if (step !== undefined && step.actorId === user?.id) return null;
  return (
    <Banner kind="info" onDismiss={onDismiss}>
      {reassignedText({ by: step ?? null, to, toName: to === null ? null : nameOf(to), userId: user?.id ?? null })}
    </Banner>
  );
}

/** To whom somebody else gave the open ticket (null: to nobody), until that is dismissed; undefined when nobody did. */
export function useReassigned({ id, assignedTo }: Pick<TicketDetail, "id" | "assignedTo">) {
  const cache = useQueryClient();
  const [known, setKnown] = useState(assignedTo);
  const [reassigned, setReassigned] = useState<string | null>();
  if (known !== assignedTo) {
    const edits = cache.getMutationCache().findAll({ mutationKey: editKey(id) });
    const isOwn = edits.some(({ state }) => {
      if (!isEdit(state.variables)) return false;
      const { values, expected } = state.variables;
      // One's own choice, or what was there before it when that was refused.
      return values.assignedTo === assignedTo || (state.status === "error" && expected.assignedTo === assignedTo);
    });
    setKnown(assignedTo);
    setReassigned(isOwn ? undefined : assignedTo);
  }
  return { reassigned, dismiss: () => setReassigned(undefined) };
}

interface Reassigned {
  /** The trail's step of it; null when the trail could not be read. */
  by: Pick<Activity, "actorId" | "actorName"> | null;
  /** Whose the ticket is now; null for nobody's. */
  to: string | null;
  toName: string | null;
  /** Who reads this. */
  userId: string | null;
}

/** Who gave a ticket to whom. */
export function reassignedText({ by, to, toName, userId }: Reassigned): string {
  const actor = by?.actorName ?? "Somebody else";
  if (to === null) return `${actor} took the assignee off this ticket.`;
  if (to === by?.actorId) return `${actor} took this ticket.`;
  return `${actor} assigned this ticket to ${to === userId ? "you" : (toName ?? "a colleague")}.`;
}

/**
 * Warns that it is not known who wrote the mail that began a ticket, whether a check failed or nothing could be checked, and leads to the ticket
 * which that mail names.
 */
export function UnverifiedNotice({ ticket }: { ticket: TicketDetail }) {
  const { customer, writtenFrom, namedTicket, messages } = ticket;
  // A colleague's mail to the customer is in doubt for the colleague's address.
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

/** Says that the mail that began a ticket came from elsewhere than its answers go to, and warns unless the store passed it on. */
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
