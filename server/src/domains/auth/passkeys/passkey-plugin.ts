import { passkey } from "@better-auth/passkey";
import { APIError } from "better-auth";
import type { Settings } from "../../../platform/settings.ts";

const notVerified = () =>
  new APIError("FORBIDDEN", {
    code: "PASSKEY_NOT_VERIFIED",
    message: "This passkey did not make sure who you are. Use one with a fingerprint, a face or a PIN",
  });

/** The library's passkeys, on our tables, for the address of this installation alone; only those that verify who holds them. */
export function passkeyPlugin({ publicUrl }: Pick<Settings, "publicUrl">) {
  const { hostname, origin } = new URL(publicUrl);
  return passkey({
    rpID: hostname,
    rpName: "Deskhand",
    origin,
    authenticatorSelection: { residentKey: "required", userVerification: "required" },
    registration: {
      afterVerification: ({ verification: { registrationInfo } }) => {
        if (!registrationInfo?.userVerified) throw notVerified();
      },
    },
    authentication: {
      afterVerification: ({ verification }) => {
        if (!verification.authenticationInfo.userVerified) throw notVerified();
      },
    },
    schema: {
      passkey: {
        modelName: "passkeys",
        fields: {
          publicKey: "public_key",
          userId: "user_id",
          credentialID: "credential_id",
          deviceType: "device_type",
          backedUp: "backed_up",
          createdAt: "created_at",
        },
      },
    },
  });
}
