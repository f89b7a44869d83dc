import type { BetterAuthPlugin } from "better-auth";
import { linkTables } from "../links/use-link.ts";
import { acceptInvitationEndpoint } from "./accept-invitation.ts";
import { changeEmailEndpoint } from "./change-email.ts";
import { claimTables } from "./claims.ts";
import { confirmEndpoint } from "./confirm.ts";
import { lookAtLinkEndpoint } from "./look-at-link.ts";
import { resetPasswordEndpoint } from "./reset-password.ts";
import { type ClaimServices, forgotPasswordEndpoint, signUpEndpoint, signUpPolicyEndpoint } from "./sign-up.ts";

/**
 * Signing up, forgotten passwords and invitations, in place of what the library has for them: there an address has one
 * sign-up, whosever it was, and a link that a mere look at it follows (docs/decisions/0040-claims-and-links.md).
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
