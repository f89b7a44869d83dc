import type { Permission } from "../permissions.ts";

/** What a key can be allowed, in the words of its form: the permissions of the endpoints that programs may call. */
export const apiKeyScopes = {
  "tickets:read": "Read tickets, messages and notes",
  "tickets:create": "Create tickets",
  "tickets:update": "Change fields, tags and assignment",
  "tickets:change-status": "Change statuses, reopen",
  "messages:reply": "Reply to customers",
  "messages:add-note": "Add notes",
  "customers:read": "Read customers",
  "customers:write": "Add and change customers",
  "orders:read": "Read orders",
  "canned-responses:read": "Read canned responses",
  "team:read": "Read people and teams",
  "audit:read": "Read the audit log",
  "webhooks:manage": "Manage webhooks",
} as const satisfies Partial<Record<Permission, string>>;
export type ApiKeyScope = keyof typeof apiKeyScopes;

export const apiKeyScopeNames = Object.keys(apiKeyScopes) as [ApiKeyScope, ...ApiKeyScope[]];
