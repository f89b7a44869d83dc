import type { EventPayloads } from "@deskhand/contract/events";
import type { TenantTx } from "../../platform/db/tenant.ts";
import { notify } from "../notifications/index.ts";

/** Notifies the admins that a mailbox cannot be read, once until it can be read again. */
export async function notifyOfMailbox(
  tx: TenantTx,
  { address, words }: EventPayloads["mailbox.failed"],
  eventId: string,
): Promise<void> {
  const message = `No mail is taken from the mailbox ${address}. ${words}. What comes meanwhile stays there and is taken later`;
  const notification = { id: `mailbox-${eventId}`, type: "mail_notice", title: "Incoming Mail" } as const;
  await notify(tx, { ...notification, message, ticketId: null }, { isForAdmins: true });
}
