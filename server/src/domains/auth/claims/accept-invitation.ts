import { getCurrentAdapter, runWithTransaction } from "@better-auth/core/context";
import { personName } from "@deskhand/contract/account";
import { createAuthEndpoint } from "better-auth/api";
import { setSessionCookie } from "better-auth/cookies";
import * as z from "zod";
import { asTenantId } from "../../../platform/db/tenant.ts";
import { emit } from "../../../platform/events.ts";
import { fail } from "../../../platform/fail.ts";
import { record } from "../../audit/index.ts";
import { findTenant } from "../../tenants/index.ts";
import { endMailWait } from "../asks/mail-pace.ts";
import { useLink } from "../links/use-link.ts";
import { passwordFaults } from "../password-faults.ts";
import { calledBy } from "./called-by.ts";
import { invitedOf } from "./claims.ts";
import { addAccount } from "./confirm.ts";
import type { ClaimServices } from "./sign-up.ts";

/** Lets an invited person in, with a name and a password of their choice: into the store that invited, with its role for them. */
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
    const { link, person } = await invitedOf(adapter, body.token);
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
      // Last, because the library commits it by itself: whatever else can fail has been done by then.
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

function nameIn(given: string): string {
  const read = personName.safeParse(given);
  if (!read.success) throw fail("input_invalid", { fields: { name: read.error.issues.map(({ message }) => message) } });
  return read.data;
}
