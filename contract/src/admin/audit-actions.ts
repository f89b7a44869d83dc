import { namedAddress } from "../addresses/named-address.ts";
import { type EmailSettingName, emailSettingOf, emailSettingTable } from "./email-setting-table.ts";

/** The subjects of the audit log's entries: the first part of each action. */
export const auditKinds = {
  account: "Sign-in and account",
  team: "Team",
  customer: "Customers",
  ticket: "Tickets",
  mail: "Mail",
  order: "Orders",
  store: "Store",
  settings: "Settings",
  billing: "Billing",
  audit: "Audit log",
} as const;
export type AuditKind = keyof typeof auditKinds;

/** Every action in the audit log (docs/product.md#the-audit-log), worded as its screen shows it. A new action needs a line here. */
const auditActions = {
  "account.password-reset": "Chose a new password by a link in a mail",
  "account.signed-in": "Signed in",
  "account.signed-out": "Signed out everywhere",
  "account.sign-in-failed": "Was refused at signing in: wrong password",
  "account.sign-in-limited": "Was refused at signing in: too many wrong passwords",
  "account.refused": "Was refused what their role may not do",
  "account.limit-reached": "Was refused for now: a limit was reached",
  "account.password-changed": "Changed their password",
  "account.password-refused": "Entered a wrong current password",
  "account.code-refused": "Entered a wrong code",
  "account.recovery-code-used": "Used a recovery code",
  "account.recovery-codes-renewed": "Made new recovery codes",
  "account.two-factor-on": "Turned on two-factor sign-in",
  "account.two-factor-off": "Turned off two-factor sign-in",
  "account.name-changed": "Changed their name",
  "account.email-asked": "Asked for another e-mail address",
  "account.email-changed": "Changed their e-mail address",
  "account.passkey-added": "Added a passkey",
  "account.passkey-removed": "Removed a passkey",
  "account.provider-added": "Signed in with another account for the first time",
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
  "team.two-factor-reset": "Reset the two-factor sign-in",
  "team.two-factor-required": "Asked everybody for two-factor sign-in",
  "team.two-factor-optional": "Left two-factor sign-in to each",
  "team.provider-allowed": "Allowed signing in with",
  "team.provider-forbidden": "Forbade signing in with",
  "team.signed-out": "Signed out everywhere",
  "team.away": "Said that a colleague is away",
  "team.back": "Said that a colleague is back",
  "customer.address-added": "Added an address to a customer",
  "customer.address-removed": "Took an address off a customer",
  "customer.main-address-chosen": "Chose the main address of a customer",
  "customer.joined": "Joined another customer with a customer",
  "customer.parted": "Parted a customer from a customer",
  "customer.exported": "Downloaded what is kept of a customer",
  "customer.deleted": "Deleted a customer",
  "customer.redacted": "Erased a customer",
  "ticket.customer-changed": "Changed the customer of a ticket",
  "ticket.deleted": "Deleted a ticket",
  "ticket.incident-answered": "Sent an answer to everybody of an incident",
  "ticket.incident-answer-stopped": "Stopped an answer to everybody of an incident",
  "ticket.erased": "Erased a ticket with its customer",
  "mail.processed-again": "Processed a mail again",
  "mail.released": "Released a mail from quarantine",
  "mail.ticket-made": "Made a ticket of a mail",
  "mail.sender-blocked": "Blocked a sender",
  "mail.sender-unblocked": "Unblocked a sender",
  "mail.held-released": "Released mails that were held back",
  "mail.sender-shared": "Named a sender that brings many people's mail",
  "mail.sender-not-shared": "Took a sender off those that bring many people's mail",
  "mail.store-limit-reached": "Refused further mail for the day: the store had got as much as it may",
  "mail.host-limit-reached": "Refused further mail of a host for now: it had sent as much as it may",
  "mail.stranger-limit-reached": "Refused further mail for now: more mails came at once than may",
  "mail.tried-again": "Tried to send a mail again",
  "order.asked": "Asked for approval",
  "order.approved": "Approved",
  "order.declined": "Declined",
  "order.approval-ended": "The request for approval ended",
  "order.begun": "Began",
  "order.looked": "Looked once more whether it was done",
  "order.done": "Done at Shopify",
  "order.refused": "Refused by Shopify",
  "order.unknown": "Nobody knows whether it was done",
  "store.actions-allowed": "Allowed changes to orders",
  "store.actions-taken-back": "Took back that orders may be changed",
  "store.actions-lost": "Shopify took back that orders may be changed",
  "store.connected": "Connected the store",
  "store.reconnected": "Connected the store again",
  "store.disconnected": "Disconnected the store",
  "store.data-removed": "Removed the rest of what came from the store",
  "store.sync-started": "Started a sync of the orders",
  "store.uninstalled": "Uninstalled the app at the store",
  "store.data-requested": "Asked for a customer's data",
  "store.customer-erased": "Asked to erase a customer",
  "settings.email-saved": "Changed the e-mail settings",
  "settings.email-reset": "Reset the e-mail settings",
  "settings.sender-domain-checked": "Checked the DNS records of the sender domain",
  "settings.raw-mail-kept": "Changed how long raw mail is kept",
  "settings.notifications-changed": "Changed what new people are notified of",
  "settings.logo-uploaded": "Uploaded a logo",
  "settings.store-renamed": "Renamed the store",
  "settings.store-name-confirmed": "Kept the store's name",
  "settings.forwarding-tested": "Tested the forwarding",
  "settings.support-address-asked": "Asked for a support address of the store's own",
  "settings.support-address-added": "Added a support address of the store's own",
  "settings.support-address-removed": "Removed a support address of the store's own",
  "settings.export-asked": "Asked for an export of the store",
  "settings.export-downloaded": "Downloaded an export of the store",
  "settings.export-removed": "Removed an export of the store",
  "settings.rule-made": "Made a rule",
  "settings.rule-changed": "Changed a rule",
  "settings.rule-on": "Switched on a rule",
  "settings.rule-off": "Switched off a rule",
  "settings.rule-stopped": "Switched off a rule that ran too often",
  "settings.rule-deleted": "Deleted a rule",
  "settings.rules-arranged": "Changed the order of the rules",
  "settings.hours-made": "Made working hours",
  "settings.hours-changed": "Changed working hours",
  "settings.hours-deleted": "Deleted working hours",
  "settings.policy-made": "Made a policy of targets",
  "settings.policy-changed": "Changed a policy of targets",
  "settings.policy-on": "Switched on a policy of targets",
  "settings.policy-off": "Switched off a policy of targets",
  "settings.policy-deleted": "Deleted a policy of targets",
  "settings.policies-arranged": "Changed the order of the policies of targets",
  "settings.ratings-changed": "Changed how customers are asked for ratings",
  "settings.webhook-made": "Made a webhook",
  "settings.webhook-changed": "Changed a webhook",
  "settings.webhook-secret-replaced": "Replaced a webhook's secret",
  "settings.webhook-tested": "Sent a test to a webhook",
  "settings.webhook-paused": "Paused a webhook whose receiver took nothing",
  "settings.webhook-resumed": "Resumed a webhook after a test was taken",
  "settings.webhook-deleted": "Deleted a webhook",
  "settings.api-key-made": "Made an API key",
  "settings.api-key-changed": "Changed an API key",
  "settings.api-key-rotated": "Gave an API key another secret",
  "settings.api-key-narrowed": "Took scopes from an API key that its maker lost",
  "settings.api-key-revoked": "Revoked an API key",
  "settings.mailbox-connected": "Connected a mailbox",
  "settings.mailbox-changed": "Changed a mailbox",
  "settings.mailbox-disconnected": "Disconnected a mailbox",
  "settings.effect-replayed": "Sent a delivery again",
  "settings.order-limits-changed": "Changed what may be done to orders",
  "settings.team-made": "Made a team",
  "settings.team-changed": "Changed a team",
  "settings.team-deleted": "Deleted a team",
  "billing.plan-chosen": "Chose a plan",
  "audit.exported": "Exported the audit log",
} as const satisfies Partial<Record<`${AuditKind}.${string}`, string>>;
export type AuditAction = keyof typeof auditActions;

/** Returns an action in words. An action that only an earlier version recorded is returned as it was recorded. */
export function actionWords(action: string): string {
  const [, words = action] = Object.entries(auditActions).find(([name]) => name === action) ?? [];
  return words;
}

/** Actions that repeat often. The log keeps one line an hour, with a count, for those of one address and device. */
export const auditedTogether = [
  "account.sign-in-failed",
  "account.sign-in-limited",
  "account.password-refused",
  "account.code-refused",
] as const satisfies AuditAction[];

/**
 * Names the actor as "Ada Moss <ada@example.com>", with the name and address of that time. A refused sign-in names nobody, as the
 * person who tried may not be the account's owner.
 */
export function actorWords({ action, actorId, actorName, actorEmail }: RecordedActor): string {
  if (action === "account.sign-in-failed" || action === "account.sign-in-limited") return "Somebody not signed in";
  if (actorName === null) return actorId === null ? "System" : "Unknown";
  return actorEmail === null ? actorName : namedAddress({ name: actorName, email: actorEmail });
}
type RecordedActor = { action: string; actorId: string | null; actorName: string | null; actorEmail: string | null };

/** A field of the e-mail settings in the words of its page; any other as it is called. */
function labelOf(name: string): string {
  if (!Object.hasOwn(emailSettingTable, name)) return name;
  const { audited, label } = emailSettingOf(name as EmailSettingName);
  return audited ?? label;
}

/** Words a change as the old and new values, such as `Sender Name: "Acme" → "Acme Care"`. A logo is only called set or removed. */
function changeWords([name, change]: [string, unknown]): string {
  const { from, to } = { from: undefined, to: undefined, ...Object(change) };
  if (name === "logoUrl") return `${labelOf(name)}: ${to === null ? "removed" : "set"}`;
  const words = (value: unknown) =>
    typeof value === "string" && value !== "" ? `"${value}"` : valueWords(value) || "nothing";
  return `${labelOf(name)}: ${words(from)} → ${words(to)}`;
}

/** Words an entry's details, such as "from: agent, to: admin". It leaves out ids, which tell a reader nothing. */
export function detailWords(details: Record<string, unknown>): string {
  const { changes, changed, ...others } = details;
  // An earlier version recorded only the names of the changed fields.
  const names = Array.isArray(changed) ? [`changed: ${changed.map((name) => labelOf(String(name))).join(", ")}`] : [];
  const edits = Object.entries(Object(changes)).map(changeWords).join("; ");
  return [...names, edits, plainWords(others)].filter(Boolean).join(", ");
}

function plainWords(details: Record<string, unknown>): string {
  // The database does not keep the order of the keys, so the old value is put before the new one here.
  const { from, ...rest } = details;
  const parts = Object.entries({ from, ...rest }).flatMap(([key, value]) => {
    const text = valueWords(value);
    return text === "" || /(?:^id|Ids?)$/.test(key) ? [] : [`${keyWords(key)}: ${text}`];
  });
  return parts.join(", ");
}

function keyWords(key: string): string {
  return key.replace(/[A-Z]/g, (letter) => ` ${letter.toLowerCase()}`).replaceAll("_", " ");
}

function valueWords(value: unknown): string {
  if (Array.isArray(value)) return value.map(valueWords).filter(Boolean).join(" ");
  if (typeof value === "boolean") return value ? "yes" : "no";
  if (typeof value === "string" || typeof value === "number") return String(value);
  return value === null || value === undefined ? "" : JSON.stringify(value);
}
