import type { MailState } from "@deskhand/contract/vocabulary";

/** Whether a mail is already kept on a ticket, so that processing it again would repeat it. */
export function isOnTicket({ state, messageId }: { state: MailState; messageId: string | null }): boolean {
  if (state === "ticket_created" || state === "reply_added") return true;
  return state === "auto_reply" && messageId !== null;
}
