import { readFileSync } from "node:fs";
import { effectKinds } from "@deskhand/contract/admin/effects";
import { ruleTriggers } from "@deskhand/contract/admin/rule-parts";
import { outgoingKinds } from "@deskhand/contract/mail/mail-kinds";
import { roles } from "@deskhand/contract/permissions";
import * as words from "@deskhand/contract/vocabulary";
import { expect, test } from "vitest";

const schema = readFileSync(new URL("../db/schema.sql", import.meta.url), "utf8");

/** The checks of columns that hold words which browser and server share. */
const checked: Record<string, readonly string[]> = {
  support_tickets_status: words.ticketStatuses,
  support_tickets_priority: words.ticketPriorities,
  support_tickets_category: words.ticketCategories,
  support_tickets_source: [...words.channelNames, "agent", "import"],
  ticket_messages_channel: words.channelNames,
  ticket_messages_audience: words.messageAudiences,
  ticket_messages_passed_on: words.passedOnBy,
  ticket_messages_threading_reason: words.threadingReasons,
  message_recipients_kind: words.namedKinds,
  ticket_activities_kind: words.activityKinds,
  ticket_attachments_scan: words.scanStates,
  desk_preferences_sort: words.ticketSorts,
  notifications_type: words.notificationTypes,
  notification_preferences_unwanted: words.notificationTypes,
  knowledge_articles_category: words.resourceCategories,
  knowledge_articles_file_type: words.resourceTypes,
  knowledge_articles_access_level: words.accessLevels,
  mail_log_state: words.mailStates,
  mail_log_held_by: words.heldReasons,
  mail_holds_held_by: words.heldReasons,
  mail_log_waits_for: words.mailWaits,
  mail_log_sender_check: words.senderChecks,
  outgoing_mails_kind: outgoingKinds,
  door_refusals_reason: words.doorReasons,
  feedback_submissions_type: words.feedbackTypes,
  users_role: roles,
  effects_kind: effectKinds,
  rules_trigger: Object.keys(ruleTriggers),
};

test.each(Object.entries(checked))("the database allows for %s what the vocabulary lists", (name, list) => {
  const [, definition = ""] = new RegExp(`constraint ${name}_check CHECK (.*)`).exec(schema) ?? [];
  const allowed = [...definition.matchAll(/'([^']*)'::text/g)].map(([, word]) => word);
  expect(allowed.sort()).toEqual([...list].sort());
});
