import { getCurrentAdapter, runWithTransaction } from "@better-auth/core/context";
import { personName } from "@deskhand/contract/account";
import type { DBAdapter } from "better-auth";
import { createAuthEndpoint } from "better-auth/api";
import { setSessionCookie } from "better-auth/cookies";
import * as z from "zod";
import { newId } from "../../../platform/db/ids.ts";
import { asTenantId } from "../../../platform/db/tenant.ts";
import { emit } from "../../../platform/events.ts";
import { fail } from "../../../platform/fail.ts";
import type { Settings } from "../../../platform/settings.ts";
import { record } from "../../audit/index.ts";
import { findTenant } from "../../tenants/index.ts";
import { countTry, useLink } from "../links/use-link.ts";
import { endMailWait } from "../mail-requests/mail-pace.ts";
import { passwordFaults } from "../passwords/password-faults.ts";
import { type ClaimedLink, calledBy, findClaim, findInvited } from "./claims.ts";
import { createTenant } from "./create-tenant.ts";
import type { ClaimServices } from "./sign-up.ts";
import { inSequence, refuseClosedSignUp } from "./sign-up-policy.ts";

type Adapter = Pick<DBAdapter, "create" | "count" | "deleteMany" | "findOne" | "updateMany">;

/**
 * Confirms a sign-up by its own link and password: only now are the store and its first person made, who is signed in.
 * All other sign-ups of the address are dropped (docs/product.md#signing-up).
 */
export function confirmEndpoint(services: ClaimServices) {
  const body = z.object({ token: z.string(), password: z.string(), rememberMe: z.boolean().optional() });
  return createAuthEndpoint("/links/confirm", { method: "POST", body }, async (request) => {
    const { context, body } = request;
    const { adapter, internalAdapter } = context;
    const claimed = await findClaim(adapter, body.token);
    await countTry(adapter, claimed.link);
    if (!(await context.password.verify({ hash: claimed.claim.password, password: body.password }))) {
      throw fail("input_invalid", {
        fields: { password: ["This is not the password that you chose when you signed up"] },
      });
    }
    const user = await inSequence(services, () =>
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

/** Adds an account with a password's hash and a confirmed address; an address has one account. */
async function addAccount(adapter: Pick<DBAdapter, "create">, { password, ...person }: NewAccount) {
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
    // Two links to one address were used at the same moment.
    if (error instanceof Error && "code" in error && error.code === "23505") throw fail("address_has_account");
    throw error;
  }
}

/**
 * Lets an invited person join, with a name and password of their choice, in the store that invited them and with its
 * role.
 */
export function acceptInvitationEndpoint({ db }: ClaimServices) {
  const body = z.object({
    token: z.string(),
    name: z.string(),
    password: z.string(),
    rememberMe: z.boolean().optional(),
  });
  return createAuthEndpoint("/links/invitation", { method: "POST", body }, async (request) => {
    const { context, body } = request;
    const { adapter, internalAdapter } = context;
    const { link, person } = await findInvited(adapter, body.token);
    const tenantId = asTenantId(person.client_id);
    const name = nameIn(body.name);
    const { storeName } = await db.withTenant(tenantId, findTenant);
    const reasons = passwordFaults(body.password, { email: person.email, name, storeName });
    if (reasons.length > 0) throw fail("weak_password", { reasons });
    const password = await context.password.hash(body.password);
    const user = await db.withTenant({ tenantId, calledFrom: calledBy(request.headers) }, async (tx) => {
      const renamed = name === person.name ? {} : { from: person.name, to: name };
      await record(tx, person.id, "team.invitation-accepted", person.id, { role: person.role, ...renamed });
      await emit(tx, "user.updated", { userId: person.id });
      await endMailWait(tx, person.email);
      // Last, because the library commits it by itself: everything else that can fail is done by then.
      return runWithTransaction(adapter, async () => {
        const current = await getCurrentAdapter(adapter);
        await useLink(current, link);
        const named = { model: "users", where: [{ field: "id", value: person.id }], update: { name } };
        await current.updateMany(named);
        await current.deleteMany({ model: "account_claims", where: [{ field: "email", value: person.email }] });
        return addAccount(current, { id: person.id, clientId: tenantId, email: person.email, name, password });
      });
    });
    const forgets = body.rememberMe === false;
    const session = await internalAdapter.createSession(user.id, forgets);
    await setSessionCookie(request, { session, user }, forgets);
    return request.json({ status: true });
  });
}

function nameIn(input: string): string {
  const read = personName.safeParse(input);
  if (!read.success) throw fail("input_invalid", { fields: { name: read.error.issues.map(({ message }) => message) } });
  return read.data;
}
