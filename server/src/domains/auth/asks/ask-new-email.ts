import type { TenantTx } from "../../../platform/db/tenant.ts";
import { fail } from "../../../platform/fail.ts";
import type { Actor } from "../../../platform/http/context.ts";
import type { Services } from "../../../platform/services.ts";
import { record } from "../../audit/index.ts";
import { queueAccountMail } from "../../outgoing/index.ts";
import { findTenant, isReceivedHere } from "../../tenants/index.ts";
import { endLinks } from "../links/links.queries.ts";
import { makeLink } from "../links/make-link.ts";
import { askedFrom, tellPerson } from "../tell-person.ts";
import { isMailDue } from "./ask-mail.ts";

type Asking = { actor: Actor; services: Services };

/**
 * Mails a link to the address that somebody wants to have from now on, and says so to the one they have. Whose the address is
 * nobody looks up: only who can read its mail learns whether it is free (docs/product.md#another-e-mail-address).
 */
export async function askNewEmail(tx: TenantTx, asking: Asking, email: string): Promise<void> {
  const { actor, services } = asking;
  const subjectId = actor.userId;
  if (await isReceivedHere(tx, services.settings.mailDomain, email)) throw fail("email_is_desk");
  await record(tx, subjectId, "account.email-asked", subjectId, { to: email });
  if (!(await isMailDue(tx, email))) return;
  // The latest counts.
  await endLinks(tx, { purpose: "change-email", subjectId }, "replaced");
  const { storeName } = await findTenant(tx);
  const { page, token } = await makeLink(tx, "change-email", { subjectId, email });
  await queueAccountMail(tx, services, {
    kind: "change_email",
    to: email,
    url: `${services.settings.publicUrl}${page}`,
    token,
    storeName,
    asked: askedFrom(actor.calledFrom),
  });
  await tellPerson(tx, asking, { notice: "email_asked", name: email });
}
