import { createPortal } from "react-dom";
import type { ReplyDraft } from "../entities/ticket/reply-draft.ts";
import { PlaceholderNotice } from "../features/canned-responses/placeholder-notice.tsx";
import { FillFromOrder } from "../features/tracking/fill-from-order.tsx";

/** A reply's open placeholders, above its text, with orders to fill them from. */
export function OpenPlaceholders(draft: ReplyDraft) {
  if (draft.above === null) return null;
  return createPortal(
    <PlaceholderNotice key={draft.ticket.customer?.id} draft={draft} fill={<FillFromOrder {...draft} />} />,
    draft.above,
  );
}
