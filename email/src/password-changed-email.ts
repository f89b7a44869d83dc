import { type AccountEmail, renderAccountEmail } from "./account-email.ts";
import { productName } from "./branding.ts";

/** Tells somebody that their password was changed, and on which device; it holds nothing that changes anything. */
export function renderPasswordChangedEmail(to: {
  signInUrl: string;
  storeName: string;
  device?: string | undefined;
}): Promise<AccountEmail> {
  const where = to.device === undefined ? "" : ` with ${to.device}`;
  return renderAccountEmail({
    subject: `Your ${productName} password was changed`,
    opening: `The password of your ${productName} account at ${to.storeName} was changed${where}. You were signed out everywhere else.`,
    button: "Sign in",
    url: to.signInUrl,
    closing: "If it was you, you need do nothing. If it was not, tell an administrator of your store at once.",
  });
}
