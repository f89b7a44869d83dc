import { type SignInProvider, signInProviders } from "@deskhand/contract/admin/security";
import type { OauthClient } from "./ask-provider.ts";

/** The providers that people may sign in with, by their names in addresses. */
export const providerIds = signInProviders;
export type ProviderId = SignInProvider;

/** A provider with our app there; where it is, is set for tests alone. */
export type ProviderSettings = { client: OauthClient | null; url: string | null };
