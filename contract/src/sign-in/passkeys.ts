import * as z from "zod";
import { endpoint } from "../endpoint.ts";
import { among } from "../errors.ts";
import { limits } from "../limits.ts";
import { id, noBlank, timestamp, tooLong, typedText } from "../page.ts";
import { code } from "./two-factor.ts";

const name = typedText()
  .overwrite((text) => noBlank(text.replace(/\s+/g, " ")))
  .min(1, "Name cannot be empty")
  .max(limits.passkeyNameLength, tooLong("Name", limits.passkeyNameLength));

const passkeyListSchema = z.object({
  /** Newest first. */
  items: z.array(z.object({ id, name: z.string(), createdAt: timestamp })),
});

const bytes = z.base64url();
const need = z.enum(["discouraged", "preferred", "required"]);

/** What a browser needs to make a passkey: the used fields of WebAuthn's PublicKeyCredentialCreationOptionsJSON. */
const passkeyOptionsSchema = z.object({
  challenge: bytes,
  rp: z.object({ id: z.string().exactOptional(), name: z.string() }),
  user: z.object({ id: bytes, name: z.string(), displayName: z.string() }),
  pubKeyCredParams: z.array(z.object({ type: z.literal("public-key"), alg: z.int() })),
  timeout: z.int().exactOptional(),
  attestation: z.string().exactOptional(),
  authenticatorSelection: z
    .object({
      authenticatorAttachment: z.enum(["cross-platform", "platform"]).exactOptional(),
      requireResidentKey: z.boolean().exactOptional(),
      residentKey: need.exactOptional(),
      userVerification: need.exactOptional(),
    })
    .exactOptional(),
  excludeCredentials: z
    .array(z.object({ id: bytes, type: z.literal("public-key"), transports: z.array(z.string()).exactOptional() }))
    .exactOptional(),
});

/** What proves a person's identity when they change how they sign in. */
const proof = {
  /** For people who have one. */
  password: z.string().max(limits.passwordMaxLength, "This is not your password").default(""),
  /** For people without a password but with a second factor. */
  code: code.optional(),
};
const triesErrors = among("passkey_not_found", "too_many_attempts", "too_many_codes");

/** Signing in with a key on a phone, a computer or a security key, which releases it only to its owner (docs/product.md#passkeys). */
export const passkeys = {
  list: endpoint("account:read", "GET", "/passkeys").output(passkeyListSchema),
  add: endpoint("account:update", "POST", "/passkeys/add", { twice: "a challenge is answered once" })
    .errors(among("passkey_refused", "too_many_passkeys"))
    .input(z.object({ name, response: z.record(z.string(), z.unknown()) }))
    .output(passkeyListSchema),
  /** Returns what the browser needs to make a passkey within five minutes; `add` takes the result. */
  begin: endpoint("account:update", "POST", "/passkeys/begin", { twice: "the newest challenge counts" })
    .errors(among("too_many_attempts", "too_many_codes", "too_many_passkeys"))
    .input(z.object(proof))
    .output(z.object({ options: passkeyOptionsSchema })),
  rename: endpoint("account:update", "POST", "/passkeys/{id}/rename")
    .errors(triesErrors)
    .input(z.object({ id, name, ...proof }))
    .output(passkeyListSchema),
  remove: endpoint("account:update", "POST", "/passkeys/{id}/remove")
    .errors(triesErrors)
    .input(z.object({ id, ...proof }))
    .output(passkeyListSchema),
};
