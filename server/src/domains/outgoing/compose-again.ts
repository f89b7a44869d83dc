import type { TenantTx } from "../../platform/db/tenant.ts";
import type { OutgoingMail } from "../../platform/mailer/mailer.ts";
import { isInvitation } from "./compose-account-mail.ts";
import { composeToShow } from "./compose-outgoing.ts";
import { selectToShow } from "./outgoing.queries.ts";

/** A mail made once more to be looked at, with when it was sent or given to be sent. */
type ShownMail = { mail: OutgoingMail; at: string; isLinkWithheld: boolean; isTextWithheld: boolean };

/**
 * Makes a mail once more from what is kept of it, as it would be sent now: what was sent is not kept. Its links that work once are
 * left out, and so are the signature and all that an invitation says. Undefined where there is no such mail.
 */
export async function composeAgain(
  tx: TenantTx,
  composing: Parameters<typeof composeToShow>[1],
  id: string,
): Promise<ShownMail | undefined> {
  const row = await selectToShow(tx, id);
  if (!row) return undefined;
  const isTextWithheld = isInvitation(row.kind);
  const isLinkWithheld = !isTextWithheld && ("sealedToken" in row.details || "probeId" in row.details);
  const mail = await composeToShow(tx, composing, row);
  return { mail, at: row.sentAt ?? row.createdAt, isLinkWithheld, isTextWithheld };
}
