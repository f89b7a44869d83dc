export const roles = ["agent", "supervisor", "admin"] as const;
export type Role = (typeof roles)[number];

const agentPermissions = [
  // The next step of a sign-in, and setting up a second factor: all that who is not let in yet may do.
  "account:arrive",
  "account:secure",
  "account:read",
  "account:update",
  "tickets:read",
  "tickets:create",
  "tickets:update",
  "tickets:change-status",
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
  "store:read",
  "admin:read",
  "knowledge:read",
  "polish:use",
  "search:find",
] as const;

const adminPermissions = [
  "tickets:delete",
  "mail:read-log",
  "mail:process-again",
  "customers:export",
  "store:manage",
  "client:manage",
  "billing:choose",
  "team:manage",
  "email-settings:manage",
  "audit:read",
] as const;

/** What a signed-in user may do; "public" is what anybody may do. */
export type Permission = (typeof agentPermissions)[number] | (typeof adminPermissions)[number];
export type Access = Permission | "public";

/** Every permission of every role: roles become permissions here and nowhere else (docs/product.md#roles). */
export const permissionsOf: Record<Role, readonly Permission[]> = {
  agent: agentPermissions,
  supervisor: agentPermissions,
  admin: [...agentPermissions, ...adminPermissions],
};
