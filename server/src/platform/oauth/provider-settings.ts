import type { OauthClient } from "./ask-provider.ts";

/** The providers that people may sign in with, by their names in addresses. */
export const providerIds = ["google", "twitter"] as const;
export type ProviderId = (typeof providerIds)[number];

/** A provider with our app there; where it is, is set for tests alone. */
export type ProviderSettings = { client: OauthClient | null; url: string | null };
