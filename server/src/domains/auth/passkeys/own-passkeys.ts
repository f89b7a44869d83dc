import { passkey } from "@better-auth/passkey";
import { APIError } from "better-auth";
import type { FastifyRequest } from "fastify";
import { fail } from "../../../platform/fail.ts";
import type { Settings } from "../../../platform/settings.ts";
import type { SignIn } from "../create-sign-in.ts";
import { ask } from "../own-sign-in.ts";

/**
 * The passkeys of the person who makes a request. The library's endpoints get only that request's cookies, so nobody
 * else's passkeys can be meant.
 */
export function ownPasskeys({ auth: { api } }: SignIn, request: Pick<FastifyRequest, "headers">) {
  const headers = new Headers({ cookie: request.headers.cookie ?? "" });
  const all = () => ask(api.listPasskeys({ headers }));
  return {
    async list() {
      const items = (await all()).map(({ id, name, createdAt }) => ({
        id,
        name: name ?? "",
        createdAt: new Date(createdAt).toISOString(),
      }));
      return { items: items.sort((a, b) => (a.createdAt < b.createdAt ? 1 : -1)) };
    },
    async find(id: string) {
      const found = (await all()).find((passkey) => passkey.id === id);
      if (!found) throw fail("passkey_not_found");
      return { name: found.name ?? "" };
    },
    /** Options for the browser to make a passkey, and the cookie that binds them to this browser. */
    async begin() {
      const { response, headers: responseHeaders } = await ask(
        api.generatePasskeyRegistrationOptions({ headers, returnHeaders: true }),
      );
      // Leaves out options for extensions and hints, which are not used.
      const { extensions, hints, ...options } = response;
      return { options, cookies: responseHeaders.getSetCookie() };
    },
    add: (name: string, response: Record<string, unknown>) =>
      api.verifyPasskeyRegistration({ headers, body: { name, response } }),
    rename: (id: string, name: string) => ask(api.updatePasskey({ headers, body: { id, name } })),
    remove: (id: string) => ask(api.deletePasskey({ headers, body: { id } })),
  };
}

const notVerified = () =>
  new APIError("FORBIDDEN", {
    code: "PASSKEY_NOT_VERIFIED",
    message: "This passkey did not make sure who you are. Use one with a fingerprint, a face or a PIN",
  });

/** The library's passkey plugin on our tables, for this installation's address only and with user verification. */
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
