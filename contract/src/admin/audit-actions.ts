/** What the audit log's entries are about: the first part of their actions. */
const auditKinds = {
  account: "Sign-in and account",
  team: "Team",
  customer: "Customers",
  ticket: "Tickets",
  mail: "Mail",
  store: "Store",
  settings: "Settings",
  billing: "Billing",
  audit: "Audit log",
} as const;
type AuditKind = keyof typeof auditKinds;

/** Everything that the audit log knows of (docs/product.md#the-audit-log), in the words of its screen. Whoever records something new adds its line. */
const auditActions = {
  "account.signed-in": "Signed in",
  "account.sign-in-failed": "Failed to sign in",
  "account.password-changed": "Changed their password",
  "account.password-refused": "Entered a wrong current password",
  "account.session-ended": "Ended one of their sessions",
  "account.other-sessions-ended": "Ended all their other sessions",
  "team.invited": "Invited",
  "team.invitation-sent-again": "Sent the invitation again",
  "team.invitation-withdrawn": "Withdrew the invitation",
  "team.invitation-accepted": "Accepted the invitation",
  "team.role-changed": "Changed the role",
  "team.deactivated": "Deactivated",
  "team.activated": "Activated",
  "team.deleted": "Deleted the user",
  "customer.exported": "Downloaded what is kept of a customer",
  "customer.deleted": "Deleted a customer",
  "customer.redacted": "Erased a customer",
  "ticket.deleted": "Deleted a ticket",
  "ticket.erased": "Erased a ticket with its customer",
  "mail.processed-again": "Processed a mail again",
  "mail.released": "Released a mail from quarantine",
  "store.connected": "Connected the store",
  "store.reconnected": "Connected the store again",
  "store.disconnected": "Disconnected the store",
  "store.uninstalled": "Uninstalled the app at the store",
  "store.data-requested": "Asked for a customer's data",
  "store.customer-erased": "Asked to erase a customer",
  "audit.exported": "Exported the audit log",
} as const satisfies Partial<Record<`${AuditKind}.${string}`, string>>;
export type AuditAction = keyof typeof auditActions;
