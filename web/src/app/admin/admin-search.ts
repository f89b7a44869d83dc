import { type MailDirection, type MailLogState, mailDirections, mailLogStates } from "@deskhand/contract/vocabulary";
import { oneOf, textOf } from "../../lib/address-values.ts";

/** The sections of the administration, in order; the first one opens where the address names none. */
export const adminSectionIds = [
  "overview",
  "billing",
  "users",
  "email",
  "email-settings",
  "automatic-mail",
  "sender-domain",
  "sending-limits",
  "storage",
  "shopify",
  "shopify-sync",
  "rules",
  "mail-log",
  "blocked-senders",
  "shared-senders",
  "audit-log",
  "notifications",
  "security",
  "database",
] as const;
export type AdminSectionId = (typeof adminSectionIds)[number];

export const emailSetupTabs = ["integration", "customization"] as const;
export type EmailSetupTab = (typeof emailSetupTabs)[number];

/** The parameters of the administration. */
export interface AdminSearch {
  view?: AdminSectionId | undefined;
  /** The tab of the e-mail setup, which lies over its section. */
  setup?: EmailSetupTab | undefined;
  /** Of the link in a mail that asks whether an address is the store's own. */
  confirm?: string | undefined;
  /** What the audit log is narrowed to: somebody's id, a kind, and days. */
  person?: string | undefined;
  kind?: string | undefined;
  from?: string | undefined;
  to?: string | undefined;
  /** What the mail log is narrowed to besides days, and the mail of it that is open. */
  direction?: MailDirection | undefined;
  state?: MailLogState | undefined;
  q?: string | undefined;
  mail?: string | undefined;
  /** What Shopify's page leads back with. */
  oauth_success?: string | undefined;
  oauth_error?: string | undefined;
  shop?: string | undefined;
}

/** Reads which section an address opens, and with what news. */
export function readAdminSearch(raw: Record<string, unknown>): AdminSearch {
  return {
    // What Shopify's page leads back with is told where its store is connected.
    view: oneOf(raw.view ?? ((raw.oauth_success ?? raw.oauth_error) ? "shopify" : undefined), adminSectionIds),
    setup: oneOf(raw.setup, emailSetupTabs),
    confirm: textOf(raw.confirm),
    person: textOf(raw.person),
    kind: textOf(raw.kind),
    from: textOf(raw.from),
    to: textOf(raw.to),
    direction: oneOf(raw.direction, mailDirections),
    state: oneOf(raw.state, mailLogStates),
    q: textOf(raw.q),
    mail: textOf(raw.mail),
    oauth_success: textOf(raw.oauth_success),
    oauth_error: textOf(raw.oauth_error),
    shop: textOf(raw.shop),
  };
}
