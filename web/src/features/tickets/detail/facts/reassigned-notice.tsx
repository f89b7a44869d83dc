import type { Activity, TicketDetail } from "@deskhand/contract/tickets";
import { useQuery, useQueryClient } from "@tanstack/react-query";
import { useState } from "react";
import { useColleagues } from "../../../../entities/person/use-colleagues.ts";
import { api } from "../../../../lib/api.ts";
import { useSession } from "../../../../lib/session.ts";
import { Banner } from "../../../../ui/banner.tsx";
import { reassignedText } from "./reassigned-text.ts";
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
