import { type AdminSectionId, adminSectionIds } from "@deskhand/contract/admin/sections";
import type { Permission } from "@deskhand/contract/permissions";
import {
  AtSign,
  Ban,
  Bell,
  CalendarClock,
  Contact,
  CreditCard,
  Database,
  Gauge,
  HardDrive,
  Inbox,
  KeyRound,
  LayoutGrid,
  type LucideIcon,
  Mail,
  MailCheck,
  Mails,
  Palette,
  RefreshCw,
  Scale,
  ScrollText,
  ShieldCheck,
  Smile,
  Store,
  Timer,
  Users,
  UsersRound,
  Webhook,
  Workflow,
} from "lucide-react";
import type { ComponentType } from "react";

/** A section of the administration. */
interface AdminSection {
  label: string;
  Icon: LucideIcon;
  /** The permission required to see it; absent for everybody. */
  needs?: Permission;
  /** The earlier section that it belongs to; absent for a top-level one. */
  under?: AdminSectionId;
  /** Loads its screen, which starts with an h2. */
  load: () => Promise<ComponentType>;
}

/** The label, icon and screen of each section. */
export const adminSections: Record<AdminSectionId, AdminSection> = {
  overview: {
    label: "Overview",
    Icon: LayoutGrid,
    load: () =>
      import("../../features/setup/overview/overview-screen.tsx").then(({ OverviewScreen }) => OverviewScreen),
  },
  billing: {
    label: "Billing & Plans",
    Icon: CreditCard,
    load: () => import("../../features/tenants/billing/billing-screen.tsx").then(({ BillingScreen }) => BillingScreen),
  },
  users: {
    label: "User Management",
    Icon: Users,
    load: () => import("./users-tab.tsx").then(({ UsersTab }) => UsersTab),
  },
  email: {
    label: "Email Integration",
    Icon: Mail,
    load: () => import("./email-tab.tsx").then(({ EmailTab }) => EmailTab),
  },
  mailboxes: {
    label: "Mailboxes",
    Icon: Inbox,
    needs: "mailboxes:manage",
    under: "email",
    load: () => import("../../features/mailboxes/mailboxes-screen.tsx").then(({ MailboxesScreen }) => MailboxesScreen),
  },
  "email-settings": {
    label: "Email Settings",
    Icon: Palette,
    load: () => import("./email-settings-tab.tsx").then(({ EmailSettingsTab }) => EmailSettingsTab),
  },
  "automatic-mail": {
    label: "Automatic Mail",
    Icon: MailCheck,
    under: "email-settings",
    load: () => import("./automatic-mail-tab.tsx").then(({ AutomaticMailTab }) => AutomaticMailTab),
  },
  "sender-domain": {
    label: "Sender Domain",
    Icon: AtSign,
    under: "email-settings",
    load: () => import("./sender-domain-tab.tsx").then(({ SenderDomainTab }) => SenderDomainTab),
  },
  "sending-limits": {
    label: "Sending Limits",
    Icon: Gauge,
    under: "email-settings",
    load: () =>
      import("../../features/outgoing/email-settings/sending-limits-screen.tsx").then(
        ({ SendingLimitsScreen }) => SendingLimitsScreen,
      ),
  },
  storage: {
    label: "Storage",
    Icon: HardDrive,
    needs: "email-settings:manage",
    under: "email-settings",
    load: () =>
      import("../../features/outgoing/email-settings/storage-screen.tsx").then(({ StorageScreen }) => StorageScreen),
  },
  shopify: {
    label: "Shopify Integration",
    Icon: Store,
    load: () => import("./shopify-tab.tsx").then(({ ShopifyTab }) => ShopifyTab),
  },
  "order-limits": {
    label: "Order Limits",
    Icon: Scale,
    under: "shopify",
    load: () =>
      import("../../features/order-actions/limits/limits-screen.tsx").then(({ LimitsScreen }) => LimitsScreen),
  },
  "shopify-sync": {
    label: "Shopify Sync",
    Icon: RefreshCw,
    load: () => import("./shopify-sync-tab.tsx").then(({ ShopifySyncTab }) => ShopifySyncTab),
  },
  teams: {
    label: "Teams",
    Icon: UsersRound,
    load: () => import("../../features/teams/teams-screen.tsx").then(({ TeamsScreen }) => TeamsScreen),
  },
  rules: {
    label: "Rules",
    Icon: Workflow,
    load: () => import("../../features/rules/rules-screen.tsx").then(({ RulesScreen }) => RulesScreen),
  },
  "working-hours": {
    label: "Working Hours",
    Icon: CalendarClock,
    load: () => import("../../features/hours/hours-screen.tsx").then(({ HoursScreen }) => HoursScreen),
  },
  targets: {
    label: "Targets",
    Icon: Timer,
    load: () => import("./targets-tab.tsx").then(({ TargetsTab }) => TargetsTab),
  },
  ratings: {
    label: "Ratings",
    Icon: Smile,
    load: () => import("./ratings-tab.tsx").then(({ RatingsTab }) => RatingsTab),
  },
  webhooks: {
    label: "Webhooks",
    Icon: Webhook,
    needs: "webhooks:manage",
    load: () => import("../../features/webhooks/webhooks-screen.tsx").then(({ WebhooksScreen }) => WebhooksScreen),
  },
  "api-keys": {
    label: "API Keys",
    Icon: KeyRound,
    needs: "api-keys:manage",
    load: () => import("../../features/api-keys/api-keys-screen.tsx").then(({ ApiKeysScreen }) => ApiKeysScreen),
  },
  "mail-log": {
    label: "Mail Log",
    Icon: Mails,
    needs: "mail:read-log",
    load: () => import("./mail-log-tab.tsx").then(({ MailLogTab }) => MailLogTab),
  },
  "blocked-senders": {
    label: "Blocked Senders",
    Icon: Ban,
    needs: "senders:block",
    load: () => import("./blocked-senders-tab.tsx").then(({ BlockedSendersTab }) => BlockedSendersTab),
  },
  "shared-senders": {
    label: "Shared Senders",
    Icon: Contact,
    needs: "senders:share",
    load: () =>
      import("../../features/intake/shared/shared-senders-screen.tsx").then(
        ({ SharedSendersScreen }) => SharedSendersScreen,
      ),
  },
  "audit-log": {
    label: "Audit Log",
    Icon: ScrollText,
    needs: "audit:read",
    load: () => import("./audit-log-tab.tsx").then(({ AuditLogTab }) => AuditLogTab),
  },
  notifications: {
    label: "Notifications",
    Icon: Bell,
    needs: "team:manage",
    load: () =>
      import("../../features/notifications/team-notifications.tsx").then(({ TeamNotifications }) => TeamNotifications),
  },
  security: {
    label: "Security",
    Icon: ShieldCheck,
    needs: "team:manage",
    load: () => import("./security-tab.tsx").then(({ SecurityTab }) => SecurityTab),
  },
  database: {
    label: "Database",
    Icon: Database,
    needs: "client:manage",
    load: () => import("./database-tab.tsx").then(({ DatabaseTab }) => DatabaseTab),
  },
};

/** Returns the sections that a user with these permissions sees, in order. */
export function offeredAdminSections(can: (permission: Permission) => boolean): AdminSectionId[] {
  return adminSectionIds.filter((id) => {
    const { needs } = adminSections[id];
    return needs === undefined || can(needs);
  });
}
