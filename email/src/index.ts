export {
  type AccountEmail,
  renderConfirmationEmail,
  renderDataRequestEmail,
  renderExistingAccountEmail,
  renderInvitationEmail,
  renderKnownInvitationEmail,
  renderPasswordChangedEmail,
  renderPasswordResetEmail,
} from "./account-emails.ts";
export { accountNotices, renderAccountNotice, renderNewAddressEmail } from "./account-notices.ts";
export {
  type Branding,
  defaultAcknowledgementText,
  defaultPrimaryColor,
  defaultSecondaryColor,
  defaultSignatureHtml,
  productName,
} from "./branding.ts";
export { renderAddressCheckEmail, renderFeedbackEmail, renderForwardingTestEmail } from "./product-emails.ts";
export type { RatingFaces } from "./rating-faces.ts";
export { type ReplyEmail, renderReplyEmail } from "./reply-email.ts";
export { renderWeeklyEmail, type WeeklyEmail } from "./weekly-email.ts";
