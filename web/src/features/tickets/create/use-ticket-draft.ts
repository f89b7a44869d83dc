import { useEffect, useMemo, useRef } from "react";
import { draftKey, useDraft } from "../../../lib/drafts.ts";
import { useSession } from "../../../lib/session.ts";
import { emptyDraft, readTicketDraft, type TicketDraft, writeTicketDraft } from "./ticket-draft.ts";

/** The draft of a new ticket, kept in this browser until the ticket is there; one for each customer it was opened for. */
export function useTicketDraft(customerId: string | undefined) {
  const userId = useSession().user?.id ?? "";
  const [kept, setKept, sync] = useDraft(draftKey(userId, "new-ticket", customerId ?? "any"));
  const draft = useMemo(() => readTicketDraft(kept), [kept]);
  // Several changes may follow one another before the next is drawn.
  const latest = useRef(draft);
  useEffect(() => {
    latest.current = draft;
  }, [draft]);

  return {
    draft,
    isBlank: kept === "",
    change(part: Partial<TicketDraft>) {
      latest.current = { ...latest.current, ...part };
      setKept(writeTicketDraft(latest.current));
    },
    forget() {
      latest.current = emptyDraft;
      setKept("");
    },
    /** Shows what is kept now, unless something was written here. */
    sync,
  };
}
