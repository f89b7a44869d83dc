import * as z from "zod";
import { endpoint } from "../endpoint.ts";
import { among } from "../errors.ts";
import { limits } from "../limits.ts";

/** What is left to do before one is let in; null for nothing. */
const stepSchema = z.enum(["code", "set-up"]).nullable();

export const code = z.string().trim().min(1, "Enter the code").max(40, "This code is not right");
/** Of who has one: who signs in with a provider says none. */
export const ownPassword = z.string().max(limits.passwordMaxLength, "This is not your password").default("");
const recoveryCodes = z.object({
  /** Shown once: nobody is told them again. */
  recoveryCodes: z.array(z.string()),
});

const twoFactorSchema = z.object({
  isOn: z.boolean(),
  recoveryCodesLeft: z.number().int(),
  /** Whether the store asks everybody for it. */
  isRequired: z.boolean(),
  hasPassword: z.boolean(),
});

/** Signing in with a second factor: an authenticator app, or a recovery code (docs/product.md#two-factors). */
export const twoFactor = {
  /** Where one is in the sign-in, for who has a session. */
  step: endpoint("account:arrive", "GET", "/sign-in/step").output(z.object({ step: stepSchema, email: z.string() })),
  /** The code of one's app, or a recovery code; each counts once. Whoever is in already stays so. */
  enter: endpoint("account:arrive", "POST", "/sign-in/code", { twice: "a code is taken once" })
    .errors(among("too_many_codes"))
    .input(
      z.object({
        code,
        /** Asks for no code at this browser for 30 days. */
        trustsBrowser: z.boolean().default(false),
      }),
    )
    .output(z.object({ step: stepSchema })),
  look: endpoint("account:secure", "GET", "/two-factor").output(twoFactorSchema),
  /** Turns on what was begun, by a code of the app; ends all of one's other sessions. */
  confirm: endpoint("account:secure", "POST", "/two-factor/confirm", { twice: "a code is taken once" })
    .errors(among("two_factor_not_begun", "too_many_codes"))
    .input(z.object({ code }))
    .output(recoveryCodes),
  /** Makes other recovery codes; those before count no more. */
  renewRecoveryCodes: endpoint("account:update", "POST", "/two-factor/recovery-codes", {
    twice: "the newest codes count",
  })
    .errors(among("two_factor_off", "too_many_attempts", "too_many_codes"))
    .input(z.object({ password: ownPassword, code: code.optional() }))
    .output(recoveryCodes),
  /** Turns it off, by the password, or a code of who has none. */
  end: endpoint("account:update", "POST", "/two-factor/end", { twice: "sets" })
    .errors(among("two_factor_off", "two_factor_kept", "too_many_attempts", "too_many_codes"))
    .input(z.object({ password: ownPassword, code: code.optional() }))
    .output(twoFactorSchema),
  /** A new key for an authenticator app, by the password, or a code of who has none; it counts once a code confirmed it. */
  begin: endpoint("account:secure", "POST", "/two-factor/begin", { twice: "the newest key counts" })
    .errors(among("too_many_attempts", "too_many_codes"))
    .input(z.object({ password: ownPassword, code: code.optional() }))
    .output(
      z.object({
        /** In base 32, for who types it. */
        key: z.string(),
        /** What a QR code says. */
        address: z.string(),
      }),
    ),
  /** Whether everybody of the store has to sign in with two factors. */
  require: endpoint("team:manage", "POST", "/two-factor/require", {
    refusal: "Only administrators can ask everybody for two-factor sign-in",
    twice: "sets",
  })
    .errors(among("two_factor_first"))
    .input(z.object({ isRequired: z.boolean() }))
    .output(z.object({ isRequired: z.boolean() })),
};
