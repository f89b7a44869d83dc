import { type AccountEmail, renderAccountEmail } from "./account-email.ts";
import { productName } from "./branding.ts";

/**
 * Tells the owner of an address that somebody signed up with it again. The screen says the same as for a new address, so
 * only the owner learns that there is an account.
 */
export function renderExistingAccountEmail(to: { signInUrl: string }): Promise<AccountEmail> {
  return renderAccountEmail({
    subject: `You already have a ${productName} account`,
    opening: `Somebody signed up for ${productName} with your e-mail address. You already have an account, so no new one was made.`,
    button: "Sign in",
    url: to.signInUrl,
    closing: "If it was not you, you need do nothing: your account and your password are unchanged.",
  });
}
