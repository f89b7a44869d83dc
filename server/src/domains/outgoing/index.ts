export { type CarriedMessage, messages, provenBy, ratingRequests } from "./asked.queries.ts";
export { hasEmailSettings } from "./branding/branding.queries.ts";
export { emailBranding, type StoreLook, storeLook } from "./branding/email-branding.ts";
export { logoPathIn } from "./branding/logo-name.ts";
export { importEmailSettings } from "./branding/save-email-settings.ts";
export { logoSource, storeBand, storeBandStyle } from "./branding/store-band.ts";
export { composeAgain, quotedLength, renderReply } from "./compose-outgoing.ts";
export { probeHeader, probeSender } from "./compose-system-mail.ts";
export { deliverMail, failCopiedMail, failLeftLinks, recordBounce, refuseWhileSending } from "./deliver-mail.ts";
export { waitsForEarlier } from "./delivery.queries.ts";
export { deleteWaitingProductMails, selectMailsOf } from "./outgoing.queries.ts";
export { type ProductMail, productMails, type Stored } from "./product-mails.ts";
export {
  type AccountMail,
  type ImportedReply,
  importReplies,
  newReplyId,
  previewMail,
  type Queueing,
  queueAccountMail,
  queueProbe,
  queueProductMail,
  queueReply,
  retryAccountMail,
  retryReply,
} from "./queue-mail.ts";
export { selectMailsToCustomer } from "./recipients.queries.ts";
export { loopHeader, type OutlookThread, readOutlookThread } from "./reply-headers.ts";
export { refuseOverQuota } from "./sending/quotas.ts";
export { releaseHeldMail } from "./sending/release-held.ts";
export {
  isLoopMark,
  loopMark,
  mailKey,
  newMailMessageId,
  probeLinkToken,
  readMailMessageId,
  readProbeLinkToken,
  readProbeMarks,
  readReplyAddress,
  replyAddress,
  type Sending,
} from "./signed-address.ts";
export {
  acknowledgementValues,
  takeAcknowledgement,
  takeAutomaticMail,
} from "./take-acknowledgement.ts";
