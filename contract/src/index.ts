import { account } from "./account.ts";
import { orderLimits } from "./actions/allowed-actions.ts";
import { orderActions } from "./actions/order-actions.ts";
import { orderGrant } from "./actions/order-grant.ts";
import { audit } from "./admin/audit.ts";
import { billing } from "./admin/billing.ts";
import { blockedSenders } from "./admin/blocked-senders.ts";
import { client } from "./admin/client.ts";
import { effects } from "./admin/effects.ts";
import { emailSettings } from "./admin/email-settings.ts";
import { forwarding } from "./admin/forwarding.ts";
import { heldMail } from "./admin/held-mail.ts";
import { rules } from "./admin/rules.ts";
import { security } from "./admin/security.ts";
import { sending } from "./admin/sending.ts";
import { setup } from "./admin/setup.ts";
import { sharedSenders } from "./admin/shared-senders.ts";
import { storage } from "./admin/storage.ts";
import { teams } from "./admin/teams.ts";
import { webhooks } from "./admin/webhooks.ts";
import { cannedResponses } from "./canned-responses.ts";
import { checks } from "./checking/facts.ts";
import { customers } from "./customers.ts";
import { dashboard } from "./dashboard.ts";
import { incidents } from "./desk/incidents.ts";
import { keptReplies } from "./desk/kept-replies.ts";
import { messageCenter } from "./desk/message-center.ts";
import { desk } from "./desk/preferences.ts";
import { ticketMoves } from "./desk/ticket-moves.ts";
import { views } from "./desk/views.ts";
import { feedback, help } from "./help/help.ts";
import { home } from "./home/home.ts";
import { weeklyMail } from "./home/weekly-mail.ts";
import { knowledge } from "./knowledge.ts";
import { mail } from "./mail.ts";
import { mailboxes } from "./mailboxes/mailboxes.ts";
import { messages } from "./messages.ts";
import { notifications } from "./notifications.ts";
import { orders } from "./orders.ts";
import { polish } from "./polish.ts";
import { apiKeys } from "./programs/api-keys.ts";
import { events } from "./programs/events.ts";
import { ratings } from "./ratings/ratings.ts";
import { reports } from "./reports/reports.ts";
import { search } from "./search.ts";
import { shopify, syncs } from "./shopify.ts";
import { passkeys } from "./sign-in/passkeys.ts";
import { twoFactor } from "./sign-in/two-factor.ts";
import { hours } from "./targets/hours.ts";
import { references } from "./targets/references.ts";
import { targets } from "./targets/targets.ts";
import { team } from "./team.ts";
import { tickets } from "./tickets.ts";
import { tracking } from "./tracking.ts";

/**
 * The contract's type, part by part: written out, so that each part is a name in the compiled declarations. Inferred, it would repeat them all, and is longer than the
 * compiler writes.
 */
export type Contract = {
  account: typeof account;
  twoFactor: typeof twoFactor;
  emailSettings: typeof emailSettings;
  sending: typeof sending;
  passkeys: typeof passkeys;
  tickets: typeof tickets & typeof ticketMoves;
  messages: typeof messages;
  keptReplies: typeof keptReplies;
  messageCenter: typeof messageCenter;
  views: typeof views;
  desk: typeof desk;
  notifications: typeof notifications;
  mail: typeof mail;
  heldMail: typeof heldMail;
  blockedSenders: typeof blockedSenders;
  sharedSenders: typeof sharedSenders;
  cannedResponses: typeof cannedResponses;
  dashboard: typeof dashboard;
  home: typeof home;
  weeklyMail: typeof weeklyMail;
  reports: typeof reports;
  hours: typeof hours;
  rules: typeof rules;
  targets: typeof targets;
  references: typeof references;
  incidents: typeof incidents;
  ratings: typeof ratings;
  apiKeys: typeof apiKeys;
  events: typeof events;
  webhooks: typeof webhooks;
  mailboxes: typeof mailboxes;
  effects: typeof effects;
  security: typeof security;
  team: typeof team;
  teams: typeof teams;
  audit: typeof audit;
  client: typeof client;
  billing: typeof billing;
  setup: typeof setup;
  storage: typeof storage;
  forwarding: typeof forwarding;
  customers: typeof customers;
  orders: typeof orders;
  tracking: typeof tracking;
  orderActions: typeof orderActions;
  orderLimits: typeof orderLimits;
  orderGrant: typeof orderGrant;
  syncs: typeof syncs;
  knowledge: typeof knowledge;
  help: typeof help;
  polish: typeof polish;
  checks: typeof checks;
  search: typeof search;
  feedback: typeof feedback;
  shopify: typeof shopify;
};

/** Every endpoint of Deskhand, by domain. The server implements it, the web client is typed from it. */
export const contract: Contract = {
  account,
  twoFactor,
  emailSettings,
  sending,
  passkeys,
  tickets: { ...tickets, ...ticketMoves },
  messages,
  keptReplies,
  messageCenter,
  views,
  desk,
  notifications,
  mail,
  heldMail,
  blockedSenders,
  sharedSenders,
  cannedResponses,
  dashboard,
  home,
  weeklyMail,
  reports,
  hours,
  rules,
  targets,
  incidents,
  ratings,
  references,
  apiKeys,
  events,
  webhooks,
  mailboxes,
  effects,
  security,
  team,
  teams,
  audit,
  client,
  billing,
  setup,
  storage,
  forwarding,
  customers,
  orders,
  tracking,
  orderActions,
  orderLimits,
  orderGrant,
  syncs,
  knowledge,
  help,
  polish,
  checks,
  search,
  feedback,
  // Last, because the walk over all endpoints goes in this order and its last endpoint removes a store's data.
  shopify,
};
