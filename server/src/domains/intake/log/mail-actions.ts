import type { LoggedKind, MailAction, MailState } from "@deskhand/contract/vocabulary";
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
  blocked: ["process-again", "make-ticket"],
};

/** What can be done with a mail that came, while its raw bytes are there. */
export function actionsOnIncoming({ rawRemoved, ...entry }: Ended & Pick<LockedEntry, "rawRemoved">): MailAction[] {
  return rawRemoved === null ? actionsByState(entry) : [];
}
type Ended = Pick<LockedEntry, "state" | "messageId">;

/** What could be done with a mail that came if it is all there; nothing while it is being processed, or once it is on a ticket. */
export function actionsByState({ state, messageId }: Ended): MailAction[] {
  // Processing it again would repeat it.
  const isOnTicket = state === "auto_reply" && messageId !== null;
  return isOnTicket ? [] : [...actionsIn[state]];
}

/** Which mails say the same whenever they are sent; any other carries what holds for a while, and is asked for anew. */
const mayRepeat: Record<LoggedKind, boolean> = {
  reply: true,
  acknowledgement: true,
  existing_account: true,
  password_changed: true,
  account_notice: true,
  data_request: true,
  feedback: true,
  confirmation: false,
  password_reset: false,
  invitation: false,
  change_email: false,
  forwarding_test: false,
  address_check: false,
};

/** Whether a mail that failed may be sent again as it is. */
export function isRepeatable({ kind, hasLink }: Pick<OutgoingEntry, "kind" | "hasLink">): boolean {
  return mayRepeat[kind] && !hasLink;
}

/** What can be done with a mail that goes out. */
export function actionsOnOutgoing(mail: Pick<OutgoingEntry, "state" | "kind" | "hasLink" | "isHeld">): MailAction[] {
  if (mail.isHeld) return ["try-again"];
  return mail.state === "failed" && isRepeatable(mail) ? ["try-again"] : [];
}
