import type { TenantTx } from "../../../platform/db/tenant.ts";
import { Failure, fail } from "../../../platform/fail.ts";
import type { Actor } from "../../../platform/http/context.ts";
import type { Services } from "../../../platform/services.ts";
import { record } from "../../audit/index.ts";
import { queueAccountMail } from "../../outgoing/index.ts";
import { findTenant, isReceivedHere } from "../../tenants/index.ts";
import { endLinks, hasOpenLink } from "../links/links.queries.ts";
import { makeLink } from "../links/use-link.ts";
import { askedFrom, tellPerson } from "../tell-person.ts";
import { takeTurn, turnOf } from "./mail-pace.ts";

type Requester = { actor: Actor; services: Services };

/** How often one account may ask, for any addresses. */
const ofAccount = { minutes: 0, perDay: 5 };

/**
 * Mails a link to the address a person wants to use from now on, and a notice to the present one. The new address is
 * not looked up: only its reader learns whether it is free. Fails with `too_many_email_changes`
 * (docs/product.md#another-e-mail-address).
 */
export async function requestNewEmail(tx: TenantTx, asking: Requester, email: string): Promise<void> {
  const { actor, services } = asking;
  const subjectId = actor.userId;
  if (await isReceivedHere(tx, services.settings.mailDomain, email)) throw fail("email_is_desk");
  // A second request at once: the mail is on its way.
  if (await hasOpenLink(tx, { purpose: "change-email", subjectId, email })) return;
  await refuseTooOften(tx, subjectId, email);
  await record(tx, subjectId, "account.email-asked", subjectId, { to: email });
  // Another account asked for this address just now: the response hides it, and the earlier link stays.
  if (!(await takeTurn(tx, "change-email", email))) return;
  // Only the latest link counts.
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
  if (await takeTurn(tx, "change-notice", subjectId))
    await tellPerson(tx, asking, { notice: "email_asked", name: email });
}

async function refuseTooOften(tx: TenantTx, userId: string, email: string): Promise<void> {
  const turnKey = `${userId}:${email}`;
  if (!(await takeTurn(tx, "change-email", turnKey))) throw tooOften(await turnOf(tx, "change-email", turnKey));
  if (!(await takeTurn(tx, "changes-of", userId, ofAccount))) {
    throw tooOften(await turnOf(tx, "changes-of", userId, ofAccount));
  }
}

const momentOf = new Intl.DateTimeFormat("en-US", { dateStyle: "long", timeStyle: "short", timeZone: "UTC" });

function tooOften(dueAt: Date): Failure {
  const endsAt = dueAt.toISOString();
  // Newer ICU puts a narrow no-break space before AM and PM.
  const moment = momentOf.format(new Date(Math.ceil(dueAt.getTime() / 60_000) * 60_000)).replaceAll("\u202f", " ");
  const words = `A link goes to one address every 10 minutes, and to 5 addresses a day. You can ask again on ${moment} (UTC)`;
  return new Failure("too_many_email_changes", { endsAt }, words);
}
