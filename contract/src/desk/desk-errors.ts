import * as z from "zod";
import { resourceDetailSchema } from "../knowledge/resource.ts";

const mergedCustomer = z
  .object({ id: z.string(), name: z.string().nullable(), email: z.string().nullable() })
  .nullable();

/** What an agent's day may be refused, a part of the catalogue. */
export const deskErrors = {
  view_not_found: { status: 404, message: "This view was deleted meanwhile, or is not shared with you" },
  view_not_yours: { status: 403, message: "Only who made a shared view, and administrators, can change it" },
  view_name_taken: { status: 409, message: "You already have a view with this name" },
  view_changed_meanwhile: {
    status: 409,
    message: "This view was changed meanwhile",
    data: z.object({ updatedAt: z.string() }),
  },
  too_many_views: { status: 409, message: "You have 100 views. Delete one first" },
  too_many_shared_views: { status: 409, message: "Your store shares 100 views. Delete one first" },
  rule_not_found: { status: 404, message: "This rule was deleted meanwhile" },
  rule_name_taken: { status: 409, message: "There is a rule with this name already" },
  rule_changed_meanwhile: {
    status: 409,
    message: "This rule was changed meanwhile",
    data: z.object({ version: z.number() }),
  },
  too_many_rules: { status: 409, message: "Your store has 500 rules. Delete one first" },
  team_not_found: { status: 404, message: "This team was deleted meanwhile" },
  team_name_taken: { status: 409, message: "There is a team with this name already" },
  team_changed_meanwhile: {
    status: 409,
    message: "This team was changed meanwhile",
    data: z.object({ version: z.number() }),
  },
  too_many_teams: { status: 409, message: "Your store has 100 teams. Delete one first" },
  named_thing_not_found: { status: 404, message: "This was deleted meanwhile" },
  calendar_not_found: { status: 404, message: "These working hours were deleted meanwhile" },
  calendar_name_taken: { status: 409, message: "There are working hours with this name already" },
  calendar_changed_meanwhile: {
    status: 409,
    message: "These working hours were changed meanwhile",
    data: z.object({ version: z.number() }),
  },
  calendar_in_use: {
    status: 409,
    message: "Targets use these working hours. Give them others first",
    data: z.object({ policies: z.array(z.string()) }),
  },
  too_many_calendars: { status: 409, message: "Your store has 50 calendars of working hours. Delete one first" },
  holidays_unknown: { status: 422, message: "The holidays of this country or region are not known" },
  policy_not_found: { status: 404, message: "This policy was deleted meanwhile" },
  policy_name_taken: { status: 409, message: "There is a policy with this name already" },
  policy_changed_meanwhile: {
    status: 409,
    message: "This policy was changed meanwhile",
    data: z.object({ version: z.number() }),
  },
  too_many_policies: { status: 409, message: "Your store has 50 policies. Delete one first" },
  rating_settings_changed_meanwhile: {
    status: 409,
    message: "These settings were changed meanwhile",
    data: z.object({ version: z.number() }),
  },
  incident_not_found: { status: 404, message: "There is no such incident any more" },
  incident_full: { status: 409, message: "An incident has at most 500 tickets. Close it and begin another one" },
  incident_ticket_unknown: {
    status: 404,
    message: "There is no ticket with one of these numbers",
    data: z.object({ numbers: z.array(z.number()) }),
  },
  incident_answer_not_found: { status: 404, message: "There is no such answer any more" },
  message_without_preview: { status: 409, message: "A message by this channel leaves as it is written" },
  ticket_mail_on_its_way: {
    status: 409,
    message: "A reply of this ticket is being sent right now. Try again in a moment",
  },
  /** `into` is the ticket on which its conversation goes on. */
  ticket_merged: {
    status: 409,
    message: "This ticket was merged into another one, where the conversation goes on",
    data: z.object({ into: z.object({ id: z.string(), ticketNumber: z.number() }) }),
  },
  kept_reply_not_found: { status: 404, message: "This reply is on its way, or was taken back" },
  too_many_kept_replies: { status: 409, message: "You have 200 replies waiting to be sent. Send or undo one first" },
  merge_into_itself: { status: 409, message: "A ticket cannot be merged into itself" },
  /** Whose the ticket is, and whose the one that it would be merged into; null is nobody's. */
  merge_other_customer: {
    status: 409,
    message: "These tickets are of two customers. Choose what becomes of them",
    data: z.object({ of: mergedCustomer, into: mergedCustomer }),
  },
  customer_joined_with_self: { status: 409, message: "A customer cannot be joined with themselves" },
  customer_address_not_found: { status: 404, message: "This address is no longer one of this customer" },
  customer_address_is_main: {
    status: 409,
    message: "This is the customer's main address. Make another one the main address first",
  },
  too_many_addresses: { status: 409, message: "A customer has at most 20 addresses. Remove one first" },
  message_not_movable: { status: 409, message: "Only what a customer wrote can be moved to a ticket of its own" },
  message_begins_ticket: { status: 409, message: "The message that a ticket began with stays on it" },
  attachment_infected: {
    status: 403,
    message: "A virus was found in this file, so nobody can download it",
    data: z.object({ virus: z.string() }),
  },
  file_infected: {
    status: 422,
    message: "A virus was found in this file, so it was not taken",
    data: z.object({ filename: z.string(), virus: z.string() }),
  },
  file_not_scanned: {
    status: 503,
    message: "This file cannot be scanned for viruses right now. Please try again in a moment",
    data: z.object({ filename: z.string() }),
  },
  file_too_large_to_scan: {
    status: 413,
    message: "This file is too large to be scanned for viruses, so it was not taken",
    data: z.object({ filename: z.string() }),
  },
  remote_image_not_found: { status: 404, message: "This message has no such picture" },
  remote_image_unavailable: { status: 502, message: "This picture could not be fetched from where it is" },
  too_many_tags: { status: 409, message: "A ticket has at most 20 tags. Remove one first" },
} as const;

const file = z.object({ filename: z.string() });

/** Errors of resources: part of the catalogue. */
export const resourceErrors = {
  resource_not_found: {
    status: 404,
    message: "This resource was deleted, or you no longer have access to it",
    data: z.object({ ids: z.array(z.string()) }),
  },
  resource_changed_meanwhile: {
    status: 409,
    message: "This resource was changed meanwhile",
    data: z.object({ current: resourceDetailSchema }),
  },
  resource_needs_content: { status: 422, message: "Add some content or attach a file" },
  resource_version_not_found: { status: 404, message: "This version is no longer kept" },
  resource_upload_not_found: { status: 404, message: "This file is no longer there. Please choose it again" },
  resource_file_empty: { status: 422, message: "This file is empty, so it was not uploaded", data: file },
  resource_file_type: {
    status: 422,
    message: "This file type is not accepted. Use a PDF, Word, text, JPG, PNG, GIF, MP4 or MP3 file",
    data: file.extend({ actual: z.string().nullable() }),
  },
  resource_file_too_large: { status: 413, message: "The file is too large (maximum 100 MB)", data: file },
  resource_file_broken_off: { status: 400, message: "This file did not arrive whole. Please upload it again" },
} as const;
