import * as z from "zod";
import { endpoint } from "../endpoint.ts";
import { among } from "../errors.ts";
import { id, timestamp } from "../page.ts";

/** Providers whose accounts can sign in here. */
export const signInProviders = ["google", "twitter"] as const;
export type SignInProvider = (typeof signInProviders)[number];

const providerSchema = z.object({
  id: z.enum(signInProviders),
  /** Whether this installation offers it. */
  isOffered: z.boolean(),
  /** Whether the store's people may use it. */
  isAllowed: z.boolean(),
});

const securitySchema = z.object({
  providers: z.array(providerSchema),
  /** The team's sessions, latest used first; 500 at most. */
  sessions: z.array(
    z.object({
      id,
      userId: id,
      /** Such as "Chrome on Windows". */
      device: z.string(),
      isHandheld: z.boolean(),
      ip: z.string().nullable(),
      createdAt: timestamp,
      /** Accurate to ten minutes. */
      lastUsedAt: timestamp,
      /** Whether the password was entered but not yet the code: until then the session gives access to nothing. */
      awaitsCode: z.boolean(),
    }),
  ),
});
export type Security = z.infer<typeof securitySchema>;

const refusal = "Only administrators can see and change how the team signs in";

export const security = {
  /** Returns how the team may sign in, and where people are signed in (docs/product.md#security-of-the-team). */
  read: endpoint("team:manage", "GET", "/security", { refusal }).output(securitySchema),
  /** Allows or forbids the store's people to sign in with a provider; sessions stay open. */
  allowProvider: endpoint("team:manage", "PUT", "/security/providers/{provider}", { refusal })
    .input(z.object({ provider: z.enum(signInProviders), isAllowed: z.boolean() }))
    .output(securitySchema),
  /** Signs a colleague out everywhere and makes none of their browsers trusted any more. */
  signOut: endpoint("team:manage", "POST", "/security/people/{id}/sign-out", {
    refusal,
    twice: "who is signed out stays so",
  })
    .errors(among("user_not_found", "user_is_self"))
    .input(z.object({ id }))
    .output(securitySchema),
};
