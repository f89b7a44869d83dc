import type { ReplyDraft } from "../features/tickets/detail/reply-draft.ts";
import type { TicketSlots } from "../features/tickets/detail/ticket-slots.ts";

/** What other features bring to a ticket's dialog. */
export const ticketSlots: TicketSlots = {
  replyTools: (draft) => <ReplyTools draft={draft} />,
};

/** The tools of the composer, in the order of the specification (part 1, section 2.8). */
function ReplyTools(_props: { draft: ReplyDraft }) {
  return null;
}
