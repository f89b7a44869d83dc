import * as z from "zod";
import { endpoint } from "../endpoint.ts";
import { among } from "../errors.ts";
import { limits } from "../limits.ts";
import { id, timestamp, tooLong, typedText } from "../page.ts";

const name = typedText()
  .overwrite((text) => text.replace(/\s+/g, " ").trim())
  .min(1, "Name cannot be empty")
  .max(limits.passkeyNameLength, tooLong("Name", limits.passkeyNameLength));

const passkeyListSchema = z.object({
  /** The newest first. */
  items: z.array(z.object({ id, name: z.string(), createdAt: timestamp })),
});

/** Signing in with a key that a phone, a computer or a stick holds, and gives to who it knows (docs/product.md#passkeys). */
export const passkeys = {
  list: endpoint("account:read", "GET", "/passkeys").output(passkeyListSchema),
  /** What the browser makes a passkey by (WebAuthn, PublicKeyCredentialCreationOptionsJSON), within five minutes; `add` takes it. */
  add: endpoint("account:update", "POST", "/passkeys/add")
    .errors(among("passkey_refused", "too_many_passkeys"))
    .input(z.object({ name, response: z.record(z.string(), z.unknown()) }))
    .output(passkeyListSchema),
  begin: endpoint("account:update", "POST", "/passkeys/begin")
    .errors(among("too_many_attempts", "too_many_passkeys"))
    .input(
      z.object({
        /** Of who has one. */
        password: z.string().max(limits.passwordMaxLength, "This is not your password").default(""),
      }),
    )
    .output(z.object({ options: z.record(z.string(), z.unknown()) })),
  rename: endpoint("account:update", "POST", "/passkeys/{id}/rename")
    .errors(among("passkey_not_found"))
    .input(z.object({ id, name }))
    .output(passkeyListSchema),
  remove: endpoint("account:update", "POST", "/passkeys/{id}/remove")
    .errors(among("passkey_not_found"))
    .input(z.object({ id }))
    .output(passkeyListSchema),
};
