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
 * Gives an account the address that a link was mailed to. It ends all sessions but that of the browser which asks, is kept in the
 * audit log and told to the address before; links that were mailed there open nothing any more.
 */
export function changeEmailEndpoint(services: Pick<Services, "db" | "jobs" | "settings">) {
  const body = z.object({ token: z.string() });
  return createAuthEndpoint("/links/change-email", { method: "POST", body }, async (request) => {
    const { context, headers } = request;
    const link = await lookAtLink(context.adapter, "change-email", request.body.token);
    const person = await personOf(context, link);
    const calledFrom = calledBy(headers);
    const tenantId = asTenantId(person.client_id);
    const here = await getSessionFromCtx(request, { disableRefresh: true });
    const kept = here?.user.id === person.id ? here.session.token : null;
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
      // Last, because the library commits it by itself: whatever else can fail has been done by then.
      await runWithTransaction(context.adapter, () => setEmail(context, link, kept)).catch(async (error) => {
        // Somebody got the address at this very moment: what is wrong with it by now says it better.
        if (codeOf(error) === "23505") await personOf(context, link);
        throw error;
      });
    });
    return request.json({ status: true });
  });
}

/** Whose address a link changes. Not of who is inactive, and not to one that somebody has by now, or is invited with. */
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

async function setEmail(context: Context, link: Link, kept: string | null): Promise<void> {
  const adapter = await getCurrentAdapter(context.adapter);
  await useLink(adapter, link);
  await endOtherLinks(adapter, "change-email", link);
  const { email, subjectId: userId } = link;
  const where = [{ field: "id", value: userId }];
  await adapter.update({ model: "user", where, update: { email, emailVerified: true, updatedAt: new Date() } });
  await adapter.update({ model: "users", where, update: { email } });
  for (const { token } of await context.internalAdapter.listSessions(userId)) {
    if (token !== kept) await context.internalAdapter.deleteSession(token);
  }
  await trustNone(context, userId);
}
