import { getCurrentAdapter, runWithTransaction } from "@better-auth/core/context";
import type { GenericEndpointContext } from "better-auth";
import { createAuthEndpoint } from "better-auth/api";
import * as z from "zod";
import { newId } from "../../../platform/db/ids.ts";
import { asTenantId } from "../../../platform/db/tenant.ts";
import { fail } from "../../../platform/fail.ts";
import { record } from "../../audit/index.ts";
import { queueAccountMail } from "../../outgoing/index.ts";
import { findTenant } from "../../tenants/index.ts";
import { markBrowser } from "../guesses/browser-mark.ts";
import { forgetGuesses } from "../guesses/count-guesses.ts";
import { fromEverywhere } from "../guesses/guess-rules.ts";
import { endOtherLinks, type Link, useLink } from "../links/use-link.ts";
import { endMailWait } from "../mail-requests/mail-pace.ts";
import { passwordFaults } from "../passwords/password-faults.ts";
import { askedFrom } from "../tell-person.ts";
import { trustNone } from "../two-factor/session-proof.ts";
import { calledBy, findResetPerson } from "./claims.ts";
import type { ClaimServices } from "./sign-up.ts";

/**
 * Sets another password for a person who forgot it. Ends all their sessions, records it in the audit log and mails
 * them; signs nobody in, as a second factor may be due (docs/product.md#forgotten-passwords).
 */
export function resetPasswordEndpoint(services: ClaimServices) {
  const body = z.object({ token: z.string(), password: z.string() });
  return createAuthEndpoint("/links/reset-password", { method: "POST", body }, async (request) => {
    const { context, body, headers } = request;
    const { link, person } = await findResetPerson(context.adapter, body.token);
    const caller = { tenantId: asTenantId(person.client_id), calledFrom: calledBy(headers) };
    await services.db.withTenant(caller, async (tx) => {
      const { storeName } = await findTenant(tx);
      const reasons = passwordFaults(body.password, { email: person.email, name: person.name, storeName });
      if (reasons.length > 0) throw fail("weak_password", { reasons });
      await record(tx, person.id, "account.password-reset", person.id);
      await endMailWait(tx, person.email);
      await queueAccountMail(tx, services, {
        kind: "password_changed",
        to: person.email,
        url: `${services.settings.publicUrl}/login`,
        storeName,
        asked: askedFrom(caller.calledFrom),
      });
      const hash = await context.password.hash(body.password);
      // Last, because the library commits it by itself: everything else that can fail is done by then.
      await runWithTransaction(context.adapter, () => setPassword(context, link, hash));
    });
    // The owner of the mailbox is not held up by others' guesses, in this browser or another.
    await forgetGuesses(context.adapter, fromEverywhere(person.email.toLowerCase()));
    await markBrowser(request, person.id);
    return request.json({ status: true });
  });
}

async function setPassword({ adapter, internalAdapter }: GenericEndpointContext["context"], link: Link, hash: string) {
  const current = await getCurrentAdapter(adapter);
  await useLink(current, link);
  await endOtherLinks(current, "reset", link);
  const userId = link.subjectId;
  const where = [
    { field: "userId", value: userId },
    { field: "providerId", value: "credential" },
  ];
  const update = { password: hash, updatedAt: new Date() };
  // A person who signed in with a provider only gets their first password.
  if ((await current.updateMany({ model: "account", where, update })) === 0) {
    const times = { createdAt: new Date(), updatedAt: new Date() };
    const data = { id: newId(), accountId: userId, userId, providerId: "credential", password: hash, ...times };
    await current.create({ model: "account", data, forceAllowId: true });
  }
  await internalAdapter.deleteUserSessions(userId);
  await trustNone({ adapter }, userId);
}
