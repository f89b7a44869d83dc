import * as z from "zod";
import { endpoint } from "../endpoint.ts";
import { among } from "../errors.ts";
import { id, timestamp } from "../page.ts";

/** Where one may have an account that signs in here. */
export const signInProviders = ["google", "twitter"] as const;
export type SignInProvider = (typeof signInProviders)[number];

const providerSchema = z.object({
  id: z.enum(signInProviders),
  /** Whether this installation offers it at all. */
  isOffered: z.boolean(),
  /** Whether people of the store may use it. */
  isAllowed: z.boolean(),
});

const securitySchema = z.object({
  providers: z.array(providerSchema),
  /** Where people of the team are signed in, the latest used first; 500 at most. */
  sessions: z.array(
    z.object({
      id,
      userId: id,
      /** As "Chrome on Windows". */
      device: z.string(),
      isHandheld: z.boolean(),
      ip: z.string().nullable(),
      createdAt: timestamp,
      /** To ten minutes. */
      lastUsedAt: timestamp,
      /** Somebody there knows the password and has not entered the code yet: until they do it opens nothing. */
      awaitsCode: z.boolean(),
    }),
  ),
});
export type Security = z.infer<typeof securitySchema>;

const refusal = "Only administrators can see and change how the team signs in";

export const security = {
  /** How the team may sign in, and where it is signed in (docs/product.md#security-of-the-team). */
  read: endpoint("team:manage", "GET", "/security", { refusal }).output(securitySchema),
  /** Lets people of the store sign in with an account elsewhere, or no more; who is signed in stays so. */
  allowProvider: endpoint("team:manage", "PUT", "/security/providers/{provider}", { refusal })
    .input(z.object({ provider: z.enum(signInProviders), isAllowed: z.boolean() }))
    .output(securitySchema),
  /** Signs a colleague out everywhere; no browser of theirs is trusted any more. */
  signOut: endpoint("team:manage", "POST", "/security/people/{id}/sign-out", {
    refusal,
    twice: "who is signed out stays so",
  })
    .errors(among("user_not_found", "user_is_self"))
    .input(z.object({ id }))
    .output(securitySchema),
};
