import { getCurrentAdapter, runWithTransaction } from "@better-auth/core/context";
import type { DBAdapter } from "better-auth";
import { createAuthEndpoint } from "better-auth/api";
import { setSessionCookie } from "better-auth/cookies";
import * as z from "zod";
import { newId } from "../../../platform/db/ids.ts";
import { asTenantId } from "../../../platform/db/tenant.ts";
import { fail } from "../../../platform/fail.ts";
import type { Settings } from "../../../platform/settings.ts";
import { endMailWait } from "../asks/mail-pace.ts";
import { countTry, useLink } from "../links/use-link.ts";
import { type ClaimedLink, claimOf } from "./claims.ts";
import { createTenant } from "./create-tenant.ts";
import type { ClaimServices } from "./sign-up.ts";
import { oneAfterTheOther, refuseClosedSignUp } from "./sign-up-policy.ts";

type Adapter = Pick<DBAdapter, "create" | "count" | "deleteMany" | "findOne" | "updateMany">;

/**
 * Confirms one sign-up, by its own link and with its own password: only now its store is made, with its first person, who is
 * signed in. All other sign-ups with the address are dropped (docs/product.md#signing-up).
 */
export function confirmEndpoint(services: ClaimServices) {
  const body = z.object({ token: z.string(), password: z.string(), rememberMe: z.boolean().optional() });
  return createAuthEndpoint("/links/confirm", { method: "POST", body }, async (request) => {
    const { context, body } = request;
    const { adapter, internalAdapter } = context;
    const claimed = await claimOf(adapter, body.token);
    await countTry(adapter, claimed.link);
    if (!(await context.password.verify({ hash: claimed.claim.password, password: body.password }))) {
      throw fail("input_invalid", {
        fields: { password: ["This is not the password that you chose when you signed up"] },
      });
    }
    const user = await oneAfterTheOther(services, () =>
      runWithTransaction(adapter, async () => makeOwner(await getCurrentAdapter(adapter), services.settings, claimed)),
    );
    const forgets = body.rememberMe === false;
    const session = await internalAdapter.createSession(user.id, forgets);
    await setSessionCookie(request, { session, user }, forgets);
    await services.db.withTenant(asTenantId(user.clientId), (tx) => endMailWait(tx, user.email));
    return request.json({ status: true });
  });
}

async function makeOwner(adapter: Adapter, settings: Settings, { link, claim }: ClaimedLink) {
  await refuseClosedSignUp(settings, adapter);
  await useLink(adapter, link);
  const { email, name, password } = claim;
  const owner = await createTenant(adapter, settings.mailDomain, { email, name, timeZone: claim.time_zone });
  const user = await addAccount(adapter, { ...owner, email, password });
  await adapter.deleteMany({ model: "account_claims", where: [{ field: "email", value: email }] });
  return user;
}

type NewAccount = { id: string; clientId: string; email: string; name: string; password: string };

/** Gives a person an account with the hash of a password, by an address that is confirmed; an address has one account. */
export async function addAccount(adapter: Pick<DBAdapter, "create">, { password, ...person }: NewAccount) {
  const times = { createdAt: new Date(), updatedAt: new Date() };
  const account = {
    id: newId(),
    accountId: person.id,
    userId: person.id,
    providerId: "credential",
    password,
    ...times,
  };
  try {
    const user = { ...person, emailVerified: true, ...times };
    await adapter.create({ model: "user", data: user, forceAllowId: true });
    await adapter.create({ model: "account", data: account, forceAllowId: true });
    return user;
  } catch (error) {
    // Two links to one address were followed at the same moment.
    if (error instanceof Error && "code" in error && error.code === "23505") throw fail("address_has_account");
    throw error;
  }
}
