import type { Activity } from "@deskhand/contract/activities";
import { useQuery } from "@tanstack/react-query";
import { useColleagues } from "../../../../entities/person/use-colleagues.ts";
import { api } from "../../../../lib/api.ts";
import { useSession } from "../../../../lib/session.ts";
import { Banner } from "../../../../ui/banner.tsx";
import { reassignedText } from "./reassigned-text.ts";

interface ReassignedNoticeProps {
  ticketId: string;
  /** Whose the ticket is now; null for nobody's. */
  to: string | null;
  onDismiss: () => void;
}

/** Says that the ticket was given to somebody while it was open, and by whom, as its trail has it. */
export function ReassignedNotice({ ticketId, to, onDismiss }: ReassignedNoticeProps) {
  const { user } = useSession();
  const { nameOf } = useColleagues();
  const trail = useQuery(api.tickets.activity.queryOptions({ input: { id: ticketId }, refetchOnMount: "always" }));
  // What was loaded before does not have the step yet.
  if (!trail.isFetchedAfterMount) return null;
  const step = trail.data?.items.findLast(({ kind }: Activity) => kind === "assigned");
  return (
    <Banner kind="info" onDismiss={onDismiss}>
      {reassignedText({ by: step ?? null, to, toName: to === null ? null : nameOf(to), userId: user?.id ?? null })}
    </Banner>
  );
}
