import { type AccountEmail, renderAccountEmail } from "./account-email.ts";
import { productName } from "./branding.ts";

/** Asks the person who signed up to confirm the address; `url` is the link that does it. */
export function renderConfirmationEmail(to: { url: string; storeName: string }): Promise<AccountEmail> {
  return renderAccountEmail({
    subject: "Confirm your e-mail address",
    opening: `Welcome to ${productName}. Confirm this address to open the help desk of ${to.storeName}.`,
    button: "Confirm e-mail address",
    url: to.url,
    closing: "If you did not create an account, ignore this mail and nothing will happen.",
  });
}
