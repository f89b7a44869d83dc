import { apiKeys } from "./domains/api-keys/api-keys.domain.ts";
import { audit } from "./domains/audit/audit.domain.ts";
import { auth } from "./domains/auth/auth.domain.ts";
import { cannedResponses } from "./domains/canned-responses/canned-responses.domain.ts";
import { checks } from "./domains/checks/checks.domain.ts";
import { customers } from "./domains/customers/customers.domain.ts";
import { dashboard } from "./domains/dashboard/dashboard.domain.ts";
import { effects } from "./domains/effects/effects.domain.ts";
import { feedback } from "./domains/feedback/feedback.domain.ts";
import { help } from "./domains/help/help.domain.ts";
import { hours } from "./domains/hours/hours.domain.ts";
import { incidents } from "./domains/incidents/incidents.domain.ts";
import { intake } from "./domains/intake/intake.domain.ts";
import { knowledge } from "./domains/knowledge/knowledge.domain.ts";
import { mailboxes } from "./domains/mailboxes/mailboxes.domain.ts";
import { messageCenter } from "./domains/message-center/message-center.domain.ts";
import { notifications } from "./domains/notifications/notifications.domain.ts";
import { orderActions } from "./domains/order-actions/order-actions.domain.ts";
import { orders } from "./domains/orders/orders.domain.ts";
import { outgoing } from "./domains/outgoing/outgoing.domain.ts";
import { polish } from "./domains/polish/polish.domain.ts";
import { ratings } from "./domains/ratings/ratings.domain.ts";
import { references } from "./domains/references/references.domain.ts";
import { reports } from "./domains/reports/reports.domain.ts";
import { rules } from "./domains/rules/rules.domain.ts";
import { search } from "./domains/search/search.domain.ts";
import { setup } from "./domains/setup/setup.domain.ts";
import { shopify } from "./domains/shopify/shopify.domain.ts";
import { targets } from "./domains/targets/targets.domain.ts";
import { team } from "./domains/team/team.domain.ts";
import { teams } from "./domains/teams/teams.domain.ts";
import { tenants } from "./domains/tenants/tenants.domain.ts";
import { tickets } from "./domains/tickets/tickets.domain.ts";
import { tracking } from "./domains/tracking/tracking.domain.ts";
import { views } from "./domains/views/views.domain.ts";
import { webhooks } from "./domains/webhooks/webhooks.domain.ts";
import { weeklyMail } from "./domains/weekly-mail/weekly-mail.domain.ts";
import type { Domain } from "./platform/domain.ts";

/** Every domain, each behind those whose tables it reads and whose functions it calls. */
export const domains: readonly Domain[] = [
  tenants,
  audit,
  effects,
  customers,
  outgoing,
  auth,
  apiKeys,
  team,
  teams,
  hours,
  orders,
  shopify,
  knowledge,
  help,
  tickets,
  orderActions,
  tracking,
  checks,
  cannedResponses,
  views,
  webhooks,
  rules,
  targets,
  incidents,
  references,
  intake,
  polish,
  feedback,
  notifications,
  mailboxes,
  ratings,
  messageCenter,
  setup,
  search,
  reports,
  dashboard,
  weeklyMail,
];
