import { createAuthEndpoint } from "better-auth/api";
import * as z from "zod";
import { asTenantId } from "../../../platform/db/tenant.ts";
import { findTenant, storeNameFor } from "../../tenants/index.ts";
import { lookAtLink } from "../links/use-link.ts";
import { claimOf, forgetfulOf, invitedOf } from "./claims.ts";
import type { ClaimServices } from "./sign-up.ts";

/** Says what a link is about, for the page that it opens; changes nothing. Fails with what is wrong with it. */
export function lookAtLinkEndpoint({ db }: ClaimServices) {
  const body = z.object({ purpose: z.enum(["confirm", "reset", "invite", "change-email"]), token: z.string() });
  return createAuthEndpoint("/links/look", { method: "POST", body }, async ({ body, context: { adapter }, json }) => {
    const { purpose, token } = body;
    if (purpose === "confirm") {
      const { link } = await claimOf(adapter, token);
      return json({ email: link.email, storeName: storeNameFor(link.email), askedAt: link.askedAt.toISOString() });
    }
    if (purpose === "change-email") return json({ email: (await lookAtLink(adapter, purpose, token)).email });
    const { person } = await (purpose === "reset" ? forgetfulOf : invitedOf)(adapter, token);
    const { storeName } = await db.withTenant(asTenantId(person.client_id), findTenant);
    const { email, name, role } = person;
    return json(purpose === "reset" ? { email, storeName } : { email, storeName, name, role });
  });
}
