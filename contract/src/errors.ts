import * as z from "zod";
import { actionErrors } from "./actions/action-errors.ts";
import { mailboxErrors, mailErrors, settingsErrors, webhookErrors } from "./admin/admin-errors.ts";
import { toldFindingSchema } from "./checking/shown-findings.ts";
import { deskErrors, resourceErrors } from "./desk/desk-errors.ts";
import { overtakenSchema } from "./desk/overtaken.ts";
import { apiKeyErrors, programErrors } from "./programs/program-errors.ts";

const fields = z.object({ fields: z.record(z.string(), z.array(z.string())) });
const requestId = z.object({ requestId: z.string() });
const file = z.object({ filename: z.string() });

/**
 * The complete catalogue of errors: code, HTTP status and sentence (docs/product.md#errors). `docs/errors.md` is generated
 * from it.
 */
export const errors = {
  input_invalid: { status: 422, message: "Some fields are not valid", data: fields },
  not_signed_in: { status: 401, message: "Auth session missing!" },
  two_factor_required: { status: 403, message: "Your store asks for two-factor sign-in. Set it up to go on" },
  not_allowed: { status: 403, message: "You do not have permission to do this" },
  origin_not_allowed: { status: 403, message: "This request comes from a page of another website" },
  not_found: { status: 404, message: "There is nothing at this address" },
  request_too_large: { status: 413, message: "The request is too large" },
  too_many_requests: {
    status: 429,
    message: "You are asking for too much at once. Please wait a moment and try again",
    data: z.object({ seconds: z.number() }),
  },
  took_too_long: {
    status: 503,
    message: "This took too long and was stopped. Please try again, or ask for less at once",
  },
  service_unavailable: { status: 503, message: "The service is not available right now. Please try again" },
  no_room: { status: 503, message: "There is no room left to store this. Please tell whoever runs this desk" },
  try_again: { status: 503, message: "Others were changing the same things at this moment. Please try again" },
  unexpected: { status: 500, message: "An unexpected error occurred", data: requestId },

  link_not_valid: {
    status: 404,
    message: "This link is not valid. Open it from the mail as it is, or ask for a new one",
  },
  link_used: { status: 410, message: "This link has been used already" },
  invitation_withdrawn: { status: 410, message: "This invitation was withdrawn. Ask whoever invited you" },
  link_replaced: { status: 410, message: "A newer mail replaces this link. Open the newest one" },
  link_outdated: { status: 410, message: "Your account has changed since this mail. Ask for a new one if needed" },
  link_expired: { status: 410, message: "This link has expired. Ask for a new one" },
  link_guessed: {
    status: 410,
    message: "Too many wrong passwords were entered at this link. Sign up again",
  },
  address_has_account: { status: 409, message: "This e-mail address has an account already. Sign in instead" },
  address_invited: {
    status: 409,
    message:
      "This e-mail address is invited to your store. Ask an administrator to withdraw that invitation, then open the link again",
  },
  sign_up_closed: { status: 403, message: "Sign-up is closed here. Ask an administrator of your store to invite you" },
  sign_up_by_invitation: {
    status: 403,
    message: "New accounts are by invitation only. Ask an administrator of your store to invite you",
  },
  session_not_found: { status: 404, message: "This session has already ended" },
  session_is_current: { status: 409, message: "This is the session you are using. Log out to end it" },
  weak_password: {
    status: 422,
    message: "This password is too weak",
    data: z.object({ reasons: z.array(z.string()) }),
  },
  email_is_desk: {
    status: 409,
    message: "Mail to this address becomes tickets of a help desk here. Use one that only its owner reads",
  },
  too_many_email_changes: {
    status: 429,
    message: "You asked for another e-mail address too often. Please try again later",
    data: z.object({ endsAt: z.string() }),
  },
  password_not_set: {
    status: 409,
    message: "You sign in without a password, so there is none to change",
  },
  too_many_attempts: { status: 429, message: "Too many wrong passwords. Try again in 15 minutes" },
  passkey_not_found: { status: 404, message: "This passkey has already been removed" },
  passkey_refused: { status: 422, message: "This passkey could not be added. Try again" },
  too_many_passkeys: { status: 409, message: "You have 20 passkeys. Remove one first" },
  provider_not_enabled: { status: 404, message: "Signing in with this provider is not enabled" },
  too_many_codes: { status: 429, message: "Too many wrong codes. Try again in 15 minutes" },
  two_factor_not_begun: { status: 409, message: "This set-up is no longer open. Start it again" },
  two_factor_off: { status: 409, message: "Two-factor sign-in is not turned on" },
  two_factor_kept: { status: 409, message: "Your store asks for two-factor sign-in, so it stays turned on" },
  two_factor_first: { status: 409, message: "Set up two-factor sign-in for yourself first: in Settings, Security" },
  avatar_not_found: { status: 404, message: "Picture not found or access denied" },
  avatar_too_large: { status: 413, message: "The picture is too large (maximum 2 MB)" },
  avatar_broken: { status: 422, message: "This picture is broken or not all there. Please choose it again" },
  avatar_too_many_pixels: {
    status: 422,
    message: "The picture is too large (maximum 6,000 pixels on each side and 2,000 frames)",
  },
  avatar_not_picture: { status: 422, message: "This file is no PNG, JPEG, WebP or GIF picture" },

  ...settingsErrors,

  ticket_not_found: { status: 404, message: "Ticket not found or access denied" },
  ticket_archived: { status: 409, message: "This ticket is archived. Reopen it to make changes" },
  ticket_not_archived: { status: 409, message: "This ticket is not archived" },
  ticket_status_unchanged: { status: 409, message: "The ticket already has this status" },
  ticket_status_changed_meanwhile: {
    status: 409,
    message: "The status of this ticket was changed meanwhile",
    data: z.object({ status: z.string() }),
  },
  ticket_changed_meanwhile: {
    status: 409,
    message: "This ticket was changed meanwhile",
    data: z.object({ field: z.string(), value: z.string().nullable() }),
  },
  ...deskErrors,
  colleague_not_found: { status: 404, message: "This colleague is no longer active in your team" },
  user_not_found: { status: 404, message: "User not found or access denied" },
  user_is_self: { status: 409, message: "You cannot change your own role or access" },
  cannot_delete_self: { status: 409, message: "You cannot delete yourself" },
  user_in_team: { status: 409, message: "Somebody with this email address is in your team already" },
  user_invited: { status: 409, message: "Somebody with this email address is invited already" },
  user_not_invited: { status: 409, message: "This person has joined your team already" },
  user_not_active: { status: 409, message: "This person is deactivated. Activate them first" },
  team_full: { status: 409, message: "A store has at most 500 users. Delete one first" },
  invitation_sent_lately: {
    status: 429,
    message: "An invitation goes to one address every 10 minutes, and 5 times a day. Please try again later",
  },
  too_many_invitations: {
    status: 429,
    message: "Your store has sent 50 invitations within 24 hours. Please try again tomorrow",
  },
  support_address_ours: {
    status: 422,
    message: "This is an address of Deskhand's own. Enter the one that your customers write to",
  },
  support_address_taken: { status: 409, message: "This address belongs to another store already" },
  support_check_void: { status: 410, message: "It came back inside another mail: its link is void. Ask again" },
  support_address_not_found: { status: 404, message: "This address has already been removed" },
  too_many_forwarding_tests: { status: 429, message: "Your store has sent too many tests. You can test again later" },
  too_many_address_checks: { status: 429, message: "Your store has asked too often. You can verify again later" },
  order_not_found: { status: 404, message: "Order not found or access denied" },
  customer_not_found: { status: 404, message: "Customer not found or access denied" },
  customer_email_taken: {
    status: 409,
    message: "Another customer has this email address",
    data: z.object({ customerId: z.string() }),
  },
  customer_changed_meanwhile: {
    status: 409,
    message: "This customer was changed meanwhile",
    data: z.object({ field: z.string(), value: z.string().nullable() }),
  },
  customer_has_tickets: {
    status: 409,
    message: "This customer has tickets, so they cannot be deleted",
    data: z.object({ tickets: z.number() }),
  },
  tracked_order_not_found: {
    status: 404,
    message: "Order not found. Please check the order number and try again.",
  },
  tracked_order_deleted: { status: 404, message: "This order was deleted in Shopify" },
  tracking_failed: { status: 502, message: "Failed to retrieve tracking information. Please try again." },
  customer_has_no_email: { status: 409, message: "Customer email is required" },
  recipients_are_own: {
    status: 422,
    message: "These are the store's own addresses. Choose who gets it",
  },
  ticket_has_no_customer: { status: 409, message: "This ticket has no customer to reply to" },

  conversation_moved_on: {
    status: 409,
    message: "The conversation moved on since you started writing",
    data: z.object({ newMessages: z.array(z.object({ id: z.string(), authorName: z.string(), content: z.string() })) }),
  },
  reply_differs: {
    status: 409,
    message: "The reply says something else than is known",
    data: z.object({ findings: z.array(toldFindingSchema.extend({ says: z.string() })) }),
  },
  message_not_found: { status: 404, message: "Message not found or access denied" },
  message_not_failed: { status: 409, message: "Only a message whose delivery failed can be tried again" },
  message_overtaken: {
    status: 409,
    message: "The message is old, or the conversation went on since it was written",
    data: overtakenSchema,
  },
  attachment_not_found: { status: 404, message: "Attachment not found or access denied" },
  attachment_without_preview: { status: 404, message: "This file cannot be previewed. Download it instead" },
  upload_empty: { status: 422, message: "This file is empty, so it was not attached", data: file },
  upload_is_program: {
    status: 422,
    message: "Programs and scripts cannot be attached, because mail systems refuse them",
    data: file,
  },
  upload_misnamed: {
    status: 422,
    message: "The content of this file does not match the ending of its name. Rename it and attach it again",
    data: file.extend({ actual: z.string().nullable() }),
  },
  upload_too_large: {
    status: 413,
    message: "The files of one message can have 25 MB together. This file would exceed that",
    data: file,
  },
  upload_broken_off: { status: 400, message: "This file did not arrive whole. Attach it again", data: file },
  upload_too_many: { status: 409, message: "One message can have 20 files. Remove one to attach another" },
  upload_not_found: {
    status: 404,
    message: "A file of this reply is no longer there. Attach it again, or send the reply without it",
    data: z.object({ uploadIds: z.array(z.string()) }),
  },

  canned_response_not_found: { status: 404, message: "This response was deleted meanwhile" },
  canned_response_changed_meanwhile: {
    status: 409,
    message: "This response was changed meanwhile",
    data: z.object({ updatedAt: z.string() }),
  },
  macro_key_taken: {
    status: 409,
    message: "This key is already the key of another of your responses",
    data: z.object({ title: z.string() }),
  },
  too_much_feedback: {
    status: 429,
    message: "You have sent a lot of feedback in the last hour. Please try again later",
  },

  too_many_canned_responses: { status: 409, message: "A store has at most 500 responses. Delete one first" },
  too_many_own_responses: { status: 409, message: "You can keep at most 100 responses to yourself. Delete one first" },
  help_article_not_found: { status: 404, message: "There is no such article in the help center" },
  ...resourceErrors,
  forward_too_long: {
    status: 413,
    message: "What is forwarded may have 50,000 characters together. Choose fewer messages",
  },
  reply_files_too_large: { status: 413, message: "The files of a reply may have 25 MB together" },

  store_not_connected: { status: 409, message: "No Shopify store is connected" },
  store_needs_reconnecting: {
    status: 409,
    message: "Shopify no longer accepts the connection. Connect your store again",
  },
  sync_running: { status: 409, message: "A sync is running already. Wait until it has ended" },
  sync_needs_full: { status: 409, message: "There is no earlier sync to go on from. Start a full sync first" },

  notification_not_found: { status: 404, message: "Notification not found or access denied" },

  store_oauth_unavailable: {
    status: 409,
    message: "This installation has no Shopify app. Connect your store with an access token instead",
  },
  store_refused: {
    status: 422,
    message: "Failed to connect to Shopify. Please check your domain and access token",
  },
  store_unreachable: { status: 502, message: "Shopify could not be reached or is busy. Please try again in a moment" },
  store_scopes_missing: {
    status: 422,
    message: "The access token may not read everything that is needed: read_orders and read_customers",
    data: z.object({ missing: z.array(z.string()) }),
  },
  store_connected_elsewhere: {
    status: 409,
    message: "This Shopify store is already connected to another Deskhand account. Disconnect it there first",
  },
  other_store_connected: {
    status: 409,
    message: "Another Shopify store is connected. Disconnect it before you connect this one",
    data: z.object({ shopDomain: z.string() }),
  },
  store_being_removed: {
    status: 409,
    message: "The data of the store that was disconnected is still being removed. Please try again in a few minutes",
  },

  ...actionErrors,
  ...mailErrors,
  ...webhookErrors,
  ...apiKeyErrors,
  ...programErrors,
  ...mailboxErrors,
} as const;

export type ErrorCode = keyof typeof errors;

/** What an error tells programs besides its sentence. */
export type ErrorData<C extends ErrorCode> = (typeof errors)[C] extends { data: infer S extends z.ZodType }
  ? z.infer<S>
  : undefined;

/** Picks errors from the catalogue, for an endpoint to declare. */
export function among<const C extends ErrorCode>(...codes: C[]): { [K in C]: (typeof errors)[K] } {
  return Object.fromEntries(codes.map((code) => [code, errors[code]])) as { [K in C]: (typeof errors)[K] };
}
