import { newId } from "../../platform/db/ids.ts";
import type { TenantTx } from "../../platform/db/tenant.ts";
import { insertOutgoing } from "./delivery.queries.ts";
import { deliverMailKind } from "./outgoing.jobs.ts";
import type { AccountDetails, AccountMailKind } from "./outgoing-details.ts";
import type { Queueing } from "./queue-reply.ts";
import { mailKey, newMailMessageId } from "./signed-address.ts";

type AccountMail = { to: string } & AccountDetails;

/** Queues the mail that asks a new user to confirm the address; `url` is the link that does it. */
export function queueConfirmation(tx: TenantTx, services: Queueing, mail: AccountMail): Promise<void> {
  return queue(tx, services, "confirmation", mail);
}

/** Queues the mail that tells the owner of an address that somebody signed up with it again; `url` leads to the sign-in. */
export function queueExistingAccount(tx: TenantTx, services: Queueing, mail: AccountMail): Promise<void> {
  return queue(tx, services, "existing_account", mail);
}

/** Queues the mail that tells somebody that their password was changed, and on which device; `url` leads to the sign-in. */
export function queuePasswordChanged(
  tx: TenantTx,
  services: Queueing,
  mail: AccountMail & { device: string },
): Promise<void> {
  return queue(tx, services, "password_changed", mail);
}

async function queue(
  tx: TenantTx,
  { jobs, settings }: Queueing,
  kind: AccountMailKind,
  { to, ...details }: AccountMail,
): Promise<void> {
  const id = newId();
  const mailMessageId = newMailMessageId(mailKey(settings.secret), settings.mailDomain, id);
  await insertOutgoing(tx, { id, kind, messageId: null, mailMessageId, to, details });
  await jobs.enqueue(tx, deliverMailKind, { mailId: id, attemptsBefore: 0 });
}
