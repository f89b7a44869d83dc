const times = { createdAt: "created_at", updatedAt: "updated_at" };

/** The names of Better Auth's models in our schema. */
export const signInTables = {
  user: {
    modelName: "identities",
    fields: { emailVerified: "email_verified", ...times },
    // Not returned: otherwise the response to a sign-up would show whether the address was known.
    additionalFields: {
      clientId: { type: "string", fieldName: "client_id", input: false, required: false, returned: false },
    },
  },
  session: {
    modelName: "sessions",
    fields: { userId: "user_id", expiresAt: "expires_at", ipAddress: "ip_address", userAgent: "user_agent", ...times },
    additionalFields: {
      proof: { type: "string", input: false, required: false },
      // The latest end, however often the session is extended.
      endsAt: { type: "date", fieldName: "ends_at", input: false, required: false, returned: false },
    },
  },
  account: {
    modelName: "accounts",
    fields: {
      userId: "user_id",
      accountId: "account_id",
      providerId: "provider_id",
      accessToken: "access_token",
      refreshToken: "refresh_token",
      idToken: "id_token",
      accessTokenExpiresAt: "access_token_expires_at",
      refreshTokenExpiresAt: "refresh_token_expires_at",
      ...times,
    },
  },
  rateLimit: { storage: "database", modelName: "rate_limits", fields: { lastRequest: "last_request" } },
  verification: { modelName: "verifications", fields: { expiresAt: "expires_at", ...times } },
} as const;

/** The tables of a new tenant, so that its first rows are written in the sign-up's transaction. */
export const tenantTables = {
  clients: {
    fields: {
      client_code: { type: "string" },
      store_name: { type: "string" },
      support_email: { type: "string" },
      time_zone: { type: "string" },
      allows_google: { type: "boolean", required: false },
      allows_twitter: { type: "boolean", required: false },
    },
  },
  users: {
    fields: {
      client_id: { type: "string" },
      email: { type: "string" },
      name: { type: "string" },
      role: { type: "string" },
      is_active: { type: "boolean", required: false },
    },
  },
} as const;
