import type { FoundCustomer } from "@deskhand/contract/customers";
import type { Mailbox } from "@deskhand/contract/recipients";
import type { TicketCategory, TicketPriority } from "@deskhand/contract/vocabulary";
import { useEffect, useMemo, useRef } from "react";
import { draftKey, readFields, useDraft } from "../../../lib/drafts.ts";
import { useSession } from "../../../lib/session.ts";
import { isMailboxes } from "../recipients/kept-recipients.ts";

/** A ticket that is being opened, as it stands in the dialog. */
export interface TicketDraft {
  /** Chosen among those who are known. */
  customer: FoundCustomer | null;
  /** Whether name and address are of somebody new. */
  isNewCustomer: boolean;
  name: string;
  email: string;
  subject: string;
  priority: TicketPriority;
  category: TicketCategory;
  /** As a date field has it: "2026-11-21", or "". */
  dueDay: string;
  message: string;
  mailCustomer: boolean;
  /** Who gets a copy of that mail. */
  cc: Mailbox[];
  bcc: Mailbox[];
  /** Of the request that may have reached the server already; "" before the first. */
  key: string;
}

export const emptyDraft: TicketDraft = {
  customer: null,
  isNewCustomer: false,
  name: "",
  email: "",
  subject: "",
  priority: "medium",
  category: "General",
  dueDay: "",
  message: "",
  mailCustomer: false,
  cc: [],
  bcc: [],
  key: "",
};

/** The draft that is kept as a text; what an older version kept otherwise is left out. */
export function readTicketDraft(kept: string): TicketDraft {
  return readFields(kept, emptyDraft, (value, blank) =>
    blank === null ? isCustomer(value) : Array.isArray(blank) ? isMailboxes(value) : typeof value === typeof blank,
  );
}

/** A draft as the text that is kept; "" for one in which nothing was written or chosen. */
export function writeTicketDraft(draft: TicketDraft): string {
  const text = JSON.stringify(draft);
  return text === JSON.stringify({ ...emptyDraft, key: draft.key }) ? "" : text;
}

function isCustomer(value: unknown): boolean {
  return typeof value === "object" && value !== null && "id" in value && "name" in value && "email" in value;
}

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
