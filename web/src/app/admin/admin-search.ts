import { type AdminSectionId, adminSectionIds } from "@deskhand/contract/admin/sections";
import { type MailDirection, type MailLogState, mailDirections, mailLogStates } from "@deskhand/contract/vocabulary";
import { oneOf, textOf } from "../../lib/address-values.ts";

export const emailSetupTabs = ["integration", "customization"] as const;
export type EmailSetupTab = (typeof emailSetupTabs)[number];

/** The administration's URL parameters. */
export interface AdminSearch {
  view?: AdminSectionId | undefined;
  /** The open tab of the e-mail setup dialog. */
  setup?: EmailSetupTab | undefined;
  /** The id of the setting whose form is open, such as a rule. */
  open?: string | undefined;
  /** The token of the mailed link that proves an address. */
  confirm?: string | undefined;
  /** The audit log's filters: a person's id, a kind, and days. */
  person?: string | undefined;
  kind?: string | undefined;
  from?: string | undefined;
  to?: string | undefined;
  /** The mail log's filters besides days, and the open mail. */
  direction?: MailDirection | undefined;
  state?: MailLogState | undefined;
  q?: string | undefined;
  mail?: string | undefined;
  /** The parameters with which Shopify's page returns. */
  oauth_success?: string | undefined;
  oauth_grant?: string | undefined;
  oauth_error?: string | undefined;
  shop?: string | undefined;
}

/** Reads the administration's URL parameters. */
export function readAdminSearch(raw: Record<string, unknown>): AdminSearch {
  return {
    // A return from Shopify's page is reported where the store is connected.
    view: oneOf(raw.view ?? ((raw.oauth_success ?? raw.oauth_error) ? "shopify" : undefined), adminSectionIds),
    setup: oneOf(raw.setup, emailSetupTabs),
    open: textOf(raw.open),
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
    oauth_grant: textOf(raw.oauth_grant),
    oauth_error: textOf(raw.oauth_error),
    shop: textOf(raw.shop),
  };
}
