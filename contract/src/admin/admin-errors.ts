import * as z from "zod";

/** What the mail log and the webhooks that bring mail and news may refuse. */
export const mailErrors = {
  mail_log_entry_not_found: { status: 404, message: "Mail log entry not found or access denied" },
  raw_mail_removed: { status: 409, message: "The raw mail of this entry is no longer kept" },
  mail_not_waiting: { status: 409, message: "This mail was already turned into a ticket or a reply" },
  mail_in_progress: { status: 409, message: "This mail is being processed right now" },
  mail_makes_no_ticket: {
    status: 409,
    message: "A ticket can only be made of a mail that was stopped, or that a machine wrote",
  },
  mail_holds_link: {
    status: 409,
    message: "This mail holds a link of ours that signs somebody in, so no ticket is made of it",
  },
  mail_not_repeatable: {
    status: 409,
    message: "What this mail carries may no longer hold, so it is not sent again. Ask for a new one instead",
  },
  mail_not_quarantined: { status: 409, message: "Only a quarantined mail can be turned into a ticket" },
  blocked_sender_not_found: { status: 404, message: "This sender is not blocked, or no longer" },
  sender_of_everybody: {
    status: 422,
    message: "Everybody can have an address at this domain. Block the address alone",
  },
  sender_is_ours: { status: 422, message: "This is an address or a domain of your own store" },
  sender_is_colleague: { status: 422, message: "A colleague of yours has this address" },
  too_many_blocked_senders: {
    status: 409,
    message: "Your store has blocked 1,000 senders, which is the most. Unblock some first",
  },
  shared_sender_not_found: { status: 404, message: "This sender is not on the list, or no longer" },
  domain_of_everybody: {
    status: 422,
    message: "Everybody can have an address at this domain. Name the address alone",
  },
  too_many_shared_senders: {
    status: 409,
    message: "Your store has named 200 such senders, which is the most. Take some off the list first",
  },
  webhook_signature_invalid: { status: 401, message: "The webhook's signature is missing or wrong" },
  webhook_too_old: { status: 401, message: "The webhook's signature is older than 15 minutes" },
  webhook_used: { status: 406, message: "This webhook was taken already" },
  webhook_too_many: { status: 429, message: "Too much is being sent at once. Please try again in a moment" },
  webhook_disabled: { status: 404, message: "This kind of inbound webhook is not configured" },
  webhook_form_invalid: { status: 422, message: "The webhook's form could not be read" },
  webhook_out_of_time: { status: 401, message: "This webhook was triggered too long ago, or in the future" },
  webhook_store_unknown: { status: 404, message: "No store here is connected under that domain" },
  recipient_unknown: { status: 422, message: "No store here has that address" },
} as const;

/** What webhooks of the store may refuse. */
export const webhookErrors = {
  webhook_not_found: { status: 404, message: "Webhook not found or access denied" },
  webhook_name_taken: { status: 409, message: "There is a webhook with this name already" },
  too_many_webhooks: { status: 409, message: "Your store has 20 webhooks. Delete one first" },
  effect_not_found: { status: 404, message: "This delivery is no longer kept" },
} as const;

/** What mailboxes of the store may refuse. */
export const mailboxErrors = {
  mailbox_not_found: { status: 404, message: "Mailbox not found or access denied" },
  mailbox_taken: { status: 409, message: "This folder of this mailbox is connected already" },
  too_many_mailboxes: { status: 409, message: "Your store has 20 mailboxes. Disconnect one first" },
} as const;

/** What the settings of the store, and its export, may refuse. */
export const settingsErrors = {
  store_export_under_way: { status: 409, message: "An export of your store is being written already" },
  store_export_not_found: { status: 404, message: "This export is no longer kept. Ask for another one" },
  email_settings_changed_meanwhile: {
    status: 409,
    message: "These email settings were changed meanwhile",
    data: z.object({ fields: z.array(z.string()) }),
  },
  sending_quota_reached: {
    status: 429,
    message: "Your store has sent as many mails today as it may to people who have not written to it",
    data: z.object({ limit: z.number(), endsAt: z.string() }),
  },
  logo_not_found: { status: 404, message: "Logo not found" },
  logo_not_image: { status: 422, message: "Please upload an image file (PNG, JPG, GIF, SVG)" },
  logo_broken: { status: 422, message: "This picture is broken or not all there. Please upload it again" },
  logo_too_large: { status: 413, message: "Image file size must be less than 2MB" },
  logo_too_many_pixels: {
    status: 422,
    message:
      "The image is too large (maximum 6,000 pixels on each side and 2,000 frames). The recommended size is 200x60 px",
  },
  logo_svg_refused: { status: 422, message: "This SVG cannot be drawn safely. Please upload it as PNG" },
  client_changed_meanwhile: {
    status: 409,
    message: "The store was renamed meanwhile",
    data: z.object({ storeName: z.string() }),
  },
} as const;
