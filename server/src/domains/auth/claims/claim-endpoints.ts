import type { BetterAuthPlugin } from "better-auth";
import { createAuthEndpoint } from "better-auth/api";
import * as z from "zod";
import { asTenantId } from "../../../platform/db/tenant.ts";
import { findTenant, storeNameFor } from "../../tenants/index.ts";
import { linkTables, lookAtLink } from "../links/use-link.ts";
import { changeEmailEndpoint } from "./change-email.ts";
import { claimTables, findClaim, findInvited, findResetPerson } from "./claims.ts";
import { acceptInvitationEndpoint, confirmEndpoint } from "./confirm.ts";
import { resetPasswordEndpoint } from "./reset-password.ts";
import { type ClaimServices, forgotPasswordEndpoint, signUpEndpoint, signUpPolicyEndpoint } from "./sign-up.ts";

/**
 * Sign-up, forgotten passwords and invitations, in place of the library's own: there an address has a single sign-up,
 * whoever made it, and merely opening a link uses it (docs/decisions/0040-claims-and-links.md).
 */
export function claimEndpoints(services: ClaimServices) {
  return {
    id: "claims",
    schema: { ...linkTables, ...claimTables },
    endpoints: {
      signUpEmail: signUpEndpoint(services),
      signUpPolicy: signUpPolicyEndpoint(services),
      forgotPassword: forgotPasswordEndpoint(services),
      lookAtLink: lookAtLinkEndpoint(services),
      confirmLink: confirmEndpoint(services),
      resetPasswordByLink: resetPasswordEndpoint(services),
      changeEmailByLink: changeEmailEndpoint(services),
      acceptInvitation: acceptInvitationEndpoint(services),
    },
  } satisfies BetterAuthPlugin;
}

/** Tells the page that a link opens its subject; changes nothing. Fails with what is wrong with the link. */
function lookAtLinkEndpoint({ db }: ClaimServices) {
  const body = z.object({ purpose: z.enum(["confirm", "reset", "invite", "change-email"]), token: z.string() });
  return createAuthEndpoint("/links/look", { method: "POST", body }, async ({ body, context: { adapter }, json }) => {
    const { purpose, token } = body;
    if (purpose === "confirm") {
      const { link } = await findClaim(adapter, token);
      return json({ email: link.email, storeName: storeNameFor(link.email), askedAt: link.askedAt.toISOString() });
    }
    if (purpose === "change-email") return json({ email: (await lookAtLink(adapter, purpose, token)).email });
    const { person } = await (purpose === "reset" ? findResetPerson : findInvited)(adapter, token);
    const { storeName } = await db.withTenant(asTenantId(person.client_id), findTenant);
    const { email, name, role } = person;
    return json(purpose === "reset" ? { email, storeName } : { email, storeName, name, role });
  });
}
