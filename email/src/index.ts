export type { AccountEmail } from "./account-email.ts";
export {
  type Branding,
  defaultPrimaryColor,
  defaultSecondaryColor,
  defaultSignatureHtml,
  productName,
} from "./branding.ts";
export { renderConfirmationEmail } from "./confirmation-email.ts";
export { renderExistingAccountEmail } from "./existing-account-email.ts";
export { renderPasswordChangedEmail } from "./password-changed-email.ts";
export { type ReplyEmail, renderReplyEmail } from "./reply-email.ts";
