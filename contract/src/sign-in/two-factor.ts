import * as z from "zod";
import { endpoint } from "../endpoint.ts";
import { among } from "../errors.ts";
import { limits } from "../limits.ts";

/** What is left to do before a person is let in; null for nothing. */
const stepSchema = z.enum(["code", "set-up"]).nullable();

export const code = z.string().trim().min(1, "Enter the code").max(40, "This code is not right");
/** The person's own password; people who sign in with a provider have none. */
export const ownPassword = z.string().max(limits.passwordMaxLength, "This is not your password").default("");
const recoveryCodes = z.object({
  /** Shown only once. */
  recoveryCodes: z.array(z.string()),
});

const twoFactorSchema = z.object({
  isOn: z.boolean(),
  recoveryCodesLeft: z.number().int(),
  /** Whether the store requires it of everybody. */
  isRequired: z.boolean(),
  hasPassword: z.boolean(),
});

/** Signing in with a second factor: an authenticator app, or a recovery code (docs/product.md#two-factors). */
export const twoFactor = {
  /** Returns how far a person with a session has come in signing in. */
  step: endpoint("account:arrive", "GET", "/sign-in/step").output(z.object({ step: stepSchema, email: z.string() })),
  /** Takes a code of the app, or a recovery code; each counts once. A person who is already in stays so. */
  enter: endpoint("account:arrive", "POST", "/sign-in/code", { twice: "a code is taken once" })
    .errors(among("too_many_codes"))
    .input(
      z.object({
        code,
        /** Whether to ask this browser for no code for 30 days. */
        trustsBrowser: z.boolean().default(false),
      }),
    )
    .output(z.object({ step: stepSchema })),
  look: endpoint("account:secure", "GET", "/two-factor").output(twoFactorSchema),
  /** Turns on the new app, by one of its codes; ends all other sessions of the person. */
  confirm: endpoint("account:secure", "POST", "/two-factor/confirm", { twice: "a code is taken once" })
    .errors(among("two_factor_not_begun", "too_many_codes"))
    .input(z.object({ code }))
    .output(recoveryCodes),
  /** Makes new recovery codes; the old ones stop working. */
  renewRecoveryCodes: endpoint("account:update", "POST", "/two-factor/recovery-codes", {
    twice: "the newest codes count",
  })
    .errors(among("two_factor_off", "too_many_attempts", "too_many_codes"))
    .input(z.object({ password: ownPassword, code: code.optional() }))
    .output(recoveryCodes),
  /** Turns it off, with the password, or a code from people without one. */
  end: endpoint("account:update", "POST", "/two-factor/end", { twice: "sets" })
    .errors(among("two_factor_off", "two_factor_kept", "too_many_attempts", "too_many_codes"))
    .input(z.object({ password: ownPassword, code: code.optional() }))
    .output(twoFactorSchema),
  /** Makes a new key for an authenticator app, with the password, or a code from people without one; it works once a code confirmed it. */
  begin: endpoint("account:secure", "POST", "/two-factor/begin", { twice: "the newest key counts" })
    .errors(among("too_many_attempts", "too_many_codes"))
    .input(z.object({ password: ownPassword, code: code.optional() }))
    .output(
      z.object({
        /** In base 32, for people who type it. */
        key: z.string(),
        /** The content of the QR code. */
        address: z.string(),
      }),
    ),
  /** Sets whether everybody of the store has to sign in with two factors. */
  require: endpoint("team:manage", "POST", "/two-factor/require", {
    refusal: "Only administrators can ask everybody for two-factor sign-in",
    twice: "sets",
  })
    .errors(among("two_factor_first"))
    .input(z.object({ isRequired: z.boolean() }))
    .output(z.object({ isRequired: z.boolean() })),
};
