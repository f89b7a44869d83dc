import { shownText } from "@deskhand/contract/addresses/shown-address";
import type { HeldGroup } from "@deskhand/contract/admin/held-mail";
import { limits } from "@deskhand/contract/limits";
import type { DoorReason, HeldReason } from "@deskhand/contract/vocabulary";
import { counted } from "../../../lib/format.ts";
import { inertText } from "../inert-text.ts";

/** What each limit that holds mail back is called. */
export const heldReasonWords: Record<HeldReason, string> = {
  alike: "The same words again and again",
  sender: "Too many of one sender",
  ticket: "Too many on one ticket",
  automatic: "Too many automatic replies on one ticket",
  size: "Too large, or too long to read",
};

/** Why the door refuses mail, said of one try. */
export const doorReasonWords: Record<DoorReason, string> = {
  sender_address: "Sender's address that cannot be read",
  recipient_address: "Recipient's address that cannot be read",
  unknown_recipient: "Address at your domain that you do not have here",
  too_large: "Mail that is too large",
  limit: "More mail at once than may come; its server tries again",
  no_room: "No room for it at that moment; its server tries again",
};

/** "200 mails of ann@shop.example: too many of one sender". */
export function groupWords({ mails, sender, reason }: HeldGroup): string {
  const of = sender === null ? "" : ` of ${shownText(inertText(sender))}`;
  const why = heldReasonWords[reason];
  return `${counted(mails, "mail")}${of}: ${why.charAt(0).toLowerCase()}${why.slice(1)}`;
}

/** How many mails are held, as far as they are counted. */
export function heldCount({ mails, isMore }: { mails: number; isMore: boolean }): string {
  return isMore ? `${limits.heldMailsCounted.toLocaleString("en-US")}+ mails` : counted(mails, "mail");
}
