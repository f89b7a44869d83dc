import type { MailLogDetail } from "@deskhand/contract/mail";
import type { TenantTx } from "../../../platform/db/tenant.ts";
import { emit } from "../../../platform/events.ts";
import { fail } from "../../../platform/fail.ts";
import type { Actor } from "../../../platform/http/context.ts";
import { record } from "../../audit/index.ts";
import { type Queueing, releaseHeldMail, retryAccountMail } from "../../outgoing/index.ts";
import { retryDelivery } from "../../tickets/index.ts";
import { readMailLogEntry } from "./log-entry.ts";
import { isRepeatable } from "./mail-actions.ts";
import { type OutgoingEntry, selectOutgoingEntry } from "./outgoing-log.queries.ts";

/** Puts a mail that failed on its way again, or one that is held back where it may go by now; of two who ask at once the second finds that it has not failed. */
export async function tryAgain(tx: TenantTx, services: Queueing, actor: Actor, id: string): Promise<MailLogDetail> {
  const mail = await selectOutgoingEntry(tx, id);
  if (!mail) throw fail("mail_log_entry_not_found");
  if (mail.isHeld) {
    await releaseHeldMail(tx, services, id);
    return recorded(tx, actor, mail);
  }
  if (mail.state !== "failed") throw fail("message_not_failed");
  if (!isRepeatable(mail)) throw fail("mail_not_repeatable");
  const { ticketId, ticketMessageId } = mail;
  if (ticketId !== null && ticketMessageId !== null)
    await retryDelivery(tx, services, { ticketId, id: ticketMessageId });
  else await retryAccountMail(tx, services, id);
  await emit(tx, "mail.logged", { mailId: id });
  return recorded(tx, actor, mail);
}

async function recorded(tx: TenantTx, actor: Actor, { id, kind }: OutgoingEntry): Promise<MailLogDetail> {
  await record(tx, actor.userId, "mail.tried-again", id, { kind });
  return readMailLogEntry(tx, id);
}
