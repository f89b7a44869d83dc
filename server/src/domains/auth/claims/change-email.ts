import { getCurrentAdapter, runWithTransaction } from "@better-auth/core/context";
import type { GenericEndpointContext } from "better-auth";
import { createAuthEndpoint, getSessionFromCtx } from "better-auth/api";
import * as z from "zod";
import { asTenantId } from "../../../platform/db/tenant.ts";
import { codeOf } from "../../../platform/error-code.ts";
import { emit } from "../../../platform/events.ts";
import { fail } from "../../../platform/fail.ts";
import type { Services } from "../../../platform/services.ts";
import { record } from "../../audit/index.ts";
import { endLinks } from "../links/links.queries.ts";
import { endOtherLinks, type Link, lookAtLink, useLink } from "../links/use-link.ts";
import { tellPerson } from "../tell-person.ts";
import { trustNone } from "../two-factor/session-proof.ts";
import { calledBy } from "./claims.ts";

type Context = GenericEndpointContext["context"];
type Profile = { id: string; client_id: string; email: string; is_active: boolean };

/**
 * Changes an account's address to the one a link was mailed to. Ends all sessions but this browser's, records it in the
 * audit log, notifies the previous address and ends links mailed there.
 */
export function changeEmailEndpoint(services: Pick<Services, "db" | "jobs" | "settings">) {
  const body = z.object({ token: z.string() });
  return createAuthEndpoint("/links/change-email", { method: "POST", body }, async (request) => {
    const { context, headers } = request;
    const link = await lookAtLink(context.adapter, "change-email", request.body.token);
    const person = await personOf(context, link);
    const calledFrom = calledBy(headers);
    const tenantId = asTenantId(person.client_id);
    const session = await getSessionFromCtx(request, { disableRefresh: true });
    const keptToken = session?.user.id === person.id ? session.session.token : null;
    await services.db.withTenant({ tenantId, calledFrom }, async (tx) => {
      const { id, email: from } = person;
      await record(tx, id, "account.email-changed", id, { from, to: link.email });
      await emit(tx, "user.updated", { userId: id });
      await endLinks(tx, { purpose: "reset", subjectId: id }, "outdated");
      await tellPerson(
        tx,
        { actor: { email: from, calledFrom }, services },
        { notice: "email_changed", name: link.email },
      );
      // Last, because the library commits it by itself: everything else that can fail is done by then.
      await runWithTransaction(context.adapter, () => setEmail(context, link, keptToken)).catch(async (error) => {
        // Another account took the address meanwhile: checking the link again gives the better error.
        if (codeOf(error) === "23505") await personOf(context, link);
        throw error;
      });
    });
    return request.json({ status: true });
  });
}

/** The person whose address a link changes; fails for an inactive person, and for an address in use or invited. */
async function personOf({ adapter, internalAdapter }: Context, link: Link): Promise<Profile> {
  const where = [{ field: "id", value: link.subjectId }];
  const person = await adapter.findOne<Profile>({ model: "users", where });
  if (!person?.is_active) throw fail("link_not_valid");
  if (await internalAdapter.findUserByEmail(link.email)) throw fail("address_has_account");
  const inStore = [
    { field: "client_id", value: person.client_id },
    { field: "email", value: link.email },
  ];
  if (await adapter.findOne<Profile>({ model: "users", where: inStore })) throw fail("address_invited");
  return person;
}

async function setEmail(context: Context, link: Link, keptToken: string | null): Promise<void> {
  const adapter = await getCurrentAdapter(context.adapter);
  await useLink(adapter, link);
  await endOtherLinks(adapter, "change-email", link);
  const { email, subjectId: userId } = link;
  const where = [{ field: "id", value: userId }];
  await adapter.update({ model: "user", where, update: { email, emailVerified: true, updatedAt: new Date() } });
  await adapter.update({ model: "users", where, update: { email } });
  for (const { token } of await context.internalAdapter.listSessions(userId)) {
    if (token !== keptToken) await context.internalAdapter.deleteSession(token);
  }
  await trustNone(context, userId);
}
