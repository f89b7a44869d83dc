export const roles = ["agent", "supervisor", "admin"] as const;
export type Role = (typeof roles)[number];

const agentPermissions = [
  // The next step of a sign-in, and setting up a second factor: all that a person may do before being let in.
  "account:arrive",
  "account:secure",
  "account:read",
  "account:update",
  "tickets:read",
  "tickets:create",
  "tickets:update",
  "tickets:change-status",
  "views:write",
  "messages:reply",
  "messages:add-note",
  "notifications:read",
  "canned-responses:read",
  "canned-responses:write",
  "dashboard:read",
  "team:read",
  "customers:read",
  "customers:write",
  "orders:read",
  "orders:act",
  "store:read",
  "admin:read",
  "knowledge:read",
  "help:read",
  "knowledge:write",
  "polish:use",
  "search:find",
  "feedback:send",
  "incidents:read",
  "incidents:change",
] as const;

/** What only supervisors and admins may do, in the words that others are refused with. */
const supervisorPermissions = {
  "senders:block": "block senders",
  "replies:cancel": "take back a colleague's reply",
  "people:set-away": "say that a colleague is away",
  "incidents:answer": "answer everybody of an incident",
  "orders:approve": "approve what is done to orders",
  "store:oversee": "oversee the store's work",
  "reports:read": "see reports",
} as const;
type SupervisorPermission = keyof typeof supervisorPermissions;
const isForSupervisors = (access: string): access is SupervisorPermission =>
  Object.hasOwn(supervisorPermissions, access);

/** What only admins may do, in the words that others are refused with. */
const adminPermissions = {
  "tickets:delete": "delete tickets",
  "mail:read-log": "read the mail log",
  "mail:process-again": "have mails processed or sent again",
  "senders:share": "name senders that bring many people's mail",
  "customers:export": "download what is kept of a customer",
  "store:manage": "connect, sync or disconnect the store",
  "client:manage": "change the store and its set-up",
  "billing:choose": "choose a plan",
  "team:manage": "manage users",
  "email-settings:manage": "change the email settings",
  "rules:manage": "manage rules",
  "targets:manage": "manage working hours and targets",
  "webhooks:manage": "manage webhooks",
  "api-keys:manage": "manage API keys",
  "mailboxes:manage": "connect mailboxes",
  "teams:manage": "manage teams",
  "canned-responses:see-use": "see how often responses are used",
  "audit:read": "read the audit log",
} as const;
type AdminPermission = keyof typeof adminPermissions;
const isForAdmins = (access: string): access is AdminPermission => Object.hasOwn(adminPermissions, access);

/** What a signed-in user may do; "public" is open to anybody. */
export type Permission = (typeof agentPermissions)[number] | SupervisorPermission | AdminPermission;
export type Access = Permission | "public";

const ofSupervisors = [
  ...agentPermissions,
  ...Object.keys(supervisorPermissions).filter((key) => isForSupervisors(key)),
];

/** Every role's permissions: this is the only place where roles become permissions (docs/product.md#roles). */
export const permissionsOf: Record<Role, readonly Permission[]> = {
  agent: agentPermissions,
  supervisor: ofSupervisors,
  admin: [...ofSupervisors, ...Object.keys(adminPermissions).filter((key) => isForAdmins(key))],
};

/** The words for a person who may not do it (docs/product.md#roles); undefined if everybody may. */
export function refusalOf(access: Access): string | undefined {
  if (isForSupervisors(access)) return `Only supervisors and administrators can ${supervisorPermissions[access]}`;
  return isForAdmins(access) ? `Only administrators can ${adminPermissions[access]}` : undefined;
}
