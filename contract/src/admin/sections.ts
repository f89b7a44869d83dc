// The dashboard's first load has this file: it imports nothing.

/** The sections of the administration, in order; the first one opens where the address names none. */
export const adminSectionIds = [
  "overview",
  "billing",
  "users",
  "email",
  "mailboxes",
  "email-settings",
  "automatic-mail",
  "sender-domain",
  "sending-limits",
  "storage",
  "shopify",
  "order-limits",
  "shopify-sync",
  "teams",
  "rules",
  "working-hours",
  "targets",
  "ratings",
  "webhooks",
  "api-keys",
  "mail-log",
  "blocked-senders",
  "shared-senders",
  "audit-log",
  "notifications",
  "security",
  "database",
] as const;
export type AdminSectionId = (typeof adminSectionIds)[number];

/** The address of a section of the administration, with parameters of its own. */
export function adminUrl(view: AdminSectionId, more: Record<string, string> = {}): string {
  return `/dashboard/admin?${new URLSearchParams({ view, ...more })}`;
}
