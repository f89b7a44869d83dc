import type { MailAction, MailState } from "@deskhand/contract/vocabulary";
import type { LockedEntry } from "./log.queries.ts";
import type { OutgoingEntry } from "./outgoing-log.queries.ts";

/** What can be done with a mail that came and is not on a ticket (docs/product.md#the-mail-log). */
const actionsIn: Record<MailState, readonly MailAction[]> = {
  received: [],
  ticket_created: [],
  reply_added: [],
  // It never doubles; processed again it is kept where what it was a copy of is gone.
  duplicate: ["process-again"],
  auto_reply: ["process-again", "make-ticket"],
  bounce: ["process-again", "make-ticket"],
  loop_stopped: ["process-again", "make-ticket"],
  quarantined: ["process-again", "release"],
  failed: ["process-again"],
  forwarding_test: [],
};

/** What can be done with a mail that came; nothing while it is being processed, or once it is on a ticket. */
export function actionsOnIncoming({ state, messageId }: Pick<LockedEntry, "state" | "messageId">): MailAction[] {
  // Processing it again would repeat it.
  const isOnTicket = state === "auto_reply" && messageId !== null;
  return isOnTicket ? [] : [...actionsIn[state]];
}

/** What can be done with a mail that goes out: one with a link, which may not hold any more, is asked for anew instead. */
export function actionsOnOutgoing({ state, hasLink }: Pick<OutgoingEntry, "state" | "hasLink">): MailAction[] {
  return state === "failed" && !hasLink ? ["try-again"] : [];
}
