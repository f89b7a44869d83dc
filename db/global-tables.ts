/** The tables without a tenant, each with the reason why it cannot have one. A catalogue test finds any other. */
export const globalTables = {
  clients: "the tenants themselves: guarded by its own id instead of client_id",
  inbound_addresses: "an envelope recipient must be found before its tenant is known; only the tenant writes its own",
  shopify_shops: "a webhook names the store's domain before its tenant is known; only the tenant writes its own",
  identities: "who signs in is known by e-mail address before the tenant is",
  sessions: "a session's cookie is read before the tenant is known",
  accounts: "a password or provider sign-in belongs to an identity, before any tenant",
  verifications: "a confirmation link is followed by somebody who is not signed in",
  account_links: "a link in a mail is followed by somebody who is not signed in",
  account_claims: "who signs up has no tenant until the address is confirmed",
  account_mail_times: "anybody may ask for a mail to any address, before anybody is known",
  password_guesses: "wrong passwords are counted before anybody is known",
  rate_limits: "requests to the sign-in are counted by IP address, before anybody is known",
  raw_mails: "the bytes of one mail are stored once, whichever tenants it went to; a policy shows each tenant its own",
  raw_mail_chunks: "the bytes of raw_mails, under the same policy",
  schema_migrations: "which migrations ran is the same for everybody",
  schema_functions: "which functions the database has is the same for everybody",
} as const satisfies Record<string, string>;
