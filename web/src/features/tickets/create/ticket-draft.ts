import type { FoundCustomer } from "@deskhand/contract/customers";
import type { Mailbox } from "@deskhand/contract/recipients";
import type { TicketCategory, TicketPriority } from "@deskhand/contract/vocabulary";
import { useEffect, useMemo, useRef } from "react";
import { draftKey, readFields, useDraft } from "../../../lib/drafts.ts";
import { useSession } from "../../../lib/session.ts";
import { isMailboxes } from "../recipients/kept-recipients.ts";

/** The ticket being created, as it stands in the dialog. */
export interface TicketDraft {
  /** The existing customer. */
  customer: FoundCustomer | null;
  /** Whether name and address describe a new customer. */
  isNewCustomer: boolean;
  name: string;
  email: string;
  subject: string;
  priority: TicketPriority;
  category: TicketCategory;
  /** The team's id; "" for none. */
  teamId: string;
  /** A date field's value: "2026-11-21" or "". */
  dueDay: string;
  message: string;
  mailCustomer: boolean;
  /** The mail's Cc recipients. */
  cc: Mailbox[];
  bcc: Mailbox[];
  /** The idempotency key of an earlier attempt, which may have reached the server; "" before the first attempt. */
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
  teamId: "",
  dueDay: "",
  message: "",
  mailCustomer: false,
  cc: [],
  bcc: [],
  key: "",
};

/** Parses a stored draft; fields of another shape, such as an older version's, are ignored. */
export function readTicketDraft(kept: string): TicketDraft {
  return readFields(kept, emptyDraft, (value, blank) =>
    blank === null ? isCustomer(value) : Array.isArray(blank) ? isMailboxes(value) : typeof value === typeof blank,
  );
}

/** Serializes a draft; "" for an empty one. */
export function writeTicketDraft(draft: TicketDraft): string {
  const text = JSON.stringify(draft);
  return text === JSON.stringify({ ...emptyDraft, key: draft.key }) ? "" : text;
}

function isCustomer(value: unknown): boolean {
  return typeof value === "object" && value !== null && "id" in value && "name" in value && "email" in value;
}

/** Keeps the draft of a new ticket in this browser until the ticket exists, one for each customer it was opened for. */
export function useTicketDraft(customerId: string | undefined) {
  const userId = useSession().user?.id ?? "";
  const [stored, setStored, sync] = useDraft(draftKey(userId, "new-ticket", customerId ?? "any"));
  const draft = useMemo(() => readTicketDraft(stored), [stored]);
  // Several changes may follow before the next render.
  const latest = useRef(draft);
  useEffect(() => {
    latest.current = draft;
  }, [draft]);

  return {
    draft,
    isBlank: stored === "",
    change(part: Partial<TicketDraft>) {
      latest.current = { ...latest.current, ...part };
      setStored(writeTicketDraft(latest.current));
    },
    forget() {
      latest.current = emptyDraft;
      setStored("");
    },
    /** Adopts the stored draft, unless this one was edited. */
    sync,
  };
}
