import type { LoggedKind, MailAction, MailState } from "@deskhand/contract/vocabulary";
import type { LockedEntry } from "./log.queries.ts";
import type { OutgoingEntry } from "./outgoing-log.queries.ts";

/** What can be done with an incoming mail that is not on a ticket (docs/product.md#the-mail-log). */
const incomingActions: Record<MailState, readonly MailAction[]> = {
  received: [],
  ticket_created: [],
  reply_added: [],
  // Processing a copy again is harmless: it becomes a message only if its original is gone.
  duplicate: ["process-again"],
  auto_reply: ["process-again", "make-ticket"],
  bounce: ["process-again", "make-ticket"],
  loop_stopped: ["process-again", "make-ticket"],
  quarantined: ["process-again", "release"],
  failed: ["process-again"],
  forwarding_test: [],
  blocked: ["process-again", "make-ticket"],
};

/** Returns what can be done with an incoming mail; nothing if its raw bytes are gone. */
export function actionsOnIncoming({
  rawRemoved,
  ...entry
}: EntryState & Pick<LockedEntry, "rawRemoved">): MailAction[] {
  return rawRemoved === null ? actionsByState(entry) : [];
}
type EntryState = Pick<LockedEntry, "state" | "messageId">;

/** Returns what a mail's state allows if its bytes are there; nothing while it is processed or once it is on a ticket. */
export function actionsByState({ state, messageId }: EntryState): MailAction[] {
  // Processing it again would repeat its message.
  const isOnTicket = state === "auto_reply" && messageId !== null;
  return isOnTicket ? [] : [...incomingActions[state]];
}

/** Which mails may be sent again unchanged. The others contain something that expires and has to be requested again. */
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

/** Whether a failed mail may be sent again unchanged. */
export function isRepeatable({ kind, hasLink }: Pick<OutgoingEntry, "kind" | "hasLink">): boolean {
  return mayRepeat[kind] && !hasLink;
}

/** Returns what can be done with an outgoing mail. */
export function actionsOnOutgoing(mail: Pick<OutgoingEntry, "state" | "kind" | "hasLink" | "isHeld">): MailAction[] {
  if (mail.isHeld) return ["try-again"];
  return mail.state === "failed" && isRepeatable(mail) ? ["try-again"] : [];
}
