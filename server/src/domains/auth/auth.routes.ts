import type { Account } from "@deskhand/contract/account";
import { arrivalUrl } from "@deskhand/contract/pages";
import type { FastifyInstance } from "fastify";
import type { TenantTx } from "../../platform/db/tenant.ts";
import { fail } from "../../platform/fail.ts";
import { api } from "../../platform/http/api.ts";
import type { ActorContext } from "../../platform/http/context.ts";
import type { Services } from "../../platform/services.ts";
import { queueAccountMail } from "../outgoing/index.ts";
import { findTenant } from "../tenants/index.ts";
import { requestNewEmail } from "./mail-requests/request-new-email.ts";
import { type OpenSignIn, signInOf } from "./open-sign-in.ts";
import { endOtherSessions, endSession, listSessions } from "./own-sessions.ts";
import { ownSignIn } from "./own-sign-in.ts";
import { changePassword, checkPassword } from "./passwords/own-password.ts";
import { profileOf, updateProfile } from "./profile.ts";
import { recordSignIns, recordSignOut } from "./sign-ins/record-sign-ins.ts";
import { askedFrom } from "./tell-person.ts";
import { refuseInput, toWebRequest, withoutToken } from "./to-web-request.ts";

/** The endpoints of one's own account. */
export function accountRoutes(signIn: OpenSignIn) {
  const { me: whoAmI, ...own } = api.account;
  return {
    me: whoAmI.handler(({ context }) => me(context)),
    updateProfile: own.updateProfile.handler(async ({ context: { actor, withTenant }, input }) => {
      const profile = await withTenant((tx) => updateProfile(tx, actor, input));
      // Their next request uses the new name, before the database has reported it.
      signIn.actors.forget(actor.userId);
      return profile;
    }),
    sessions: own.sessions.handler(async ({ context: { actor, request, withTenant } }) => {
      const account = await ownSignIn(signIn, request);
      return withTenant((tx) => listSessions(tx, actor, account));
    }),
    endSession: own.endSession.handler(async ({ context: { actor, request, withTenant }, input }) => {
      const account = await ownSignIn(signIn, request);
      return withTenant((tx) => endSession(tx, actor, account, input.id));
    }),
    endOtherSessions: own.endOtherSessions.handler(async ({ context: { actor, request, withTenant } }) => {
      const account = await ownSignIn(signIn, request);
      return withTenant((tx) => endOtherSessions(tx, actor, account));
    }),
    changeEmail: own.changeEmail.handler(async ({ context, input: { email, password } }) => {
      const { actor, request, withTenant } = context;
      const account = await ownSignIn(signIn, request);
      // Otherwise anybody with the session alone could take over the account.
      if (!(await account.hasPassword())) throw fail("password_not_set");
      const isOwner = await withTenant(async (tx) => {
        if (!(await checkPassword(tx, actor.userId, account, password))) return false;
        if (email !== actor.email) await requestNewEmail(tx, context, email);
        return true;
      });
      if (!isOwner) throw fail("input_invalid", { fields: { password: ["This is not your password"] } });
      return { email };
    }),
    changePassword: own.changePassword.handler(async ({ context, input }) => {
      const { actor, services, request, withTenant } = context;
      const account = await ownSignIn(signIn, request);
      const confirmByMail = (tx: TenantTx, storeName: string) =>
        queueAccountMail(tx, services, {
          kind: "password_changed",
          to: actor.email,
          url: `${services.settings.publicUrl}/login`,
          storeName,
          asked: askedFrom(actor.calledFrom),
        });
      const outcome = await withTenant((tx) => changePassword(tx, actor, account, input, confirmByMail));
      if (!outcome) throw fail("input_invalid", { fields: { current: ["This is not your current password"] } });
      const { cookies, ...rest } = outcome;
      if (cookies.length > 0) context.reply.header("set-cookie", cookies);
      signIn.actors.forget(actor.userId);
      return rest;
    }),
  };
}

/** Reads the signed-in person, their store and their permissions. */
async function me({ actor, withTenant }: ActorContext): Promise<Account> {
  const { client, user } = await withTenant(async (tx) => ({
    client: await findTenant(tx),
    user: await profileOf(tx, actor),
  }));
  return { user, client, can: [...actor.can] };
}

/**
 * The endpoints of the library in use. It has many more, by which a session alone changes names, passwords and
 * addresses.
 */
const signInPaths = [
  ["POST", "/api/auth/sign-up/email"],
  ["GET", "/api/auth/sign-up"],
  ["POST", "/api/auth/forgot-password"],
  ["POST", "/api/auth/links/look"],
  ["POST", "/api/auth/links/confirm"],
  ["POST", "/api/auth/links/reset-password"],
  ["POST", "/api/auth/links/invitation"],
  ["POST", "/api/auth/sign-in/email"],
  ["POST", "/api/auth/links/change-email"],
  ["GET", "/api/auth/passkey/generate-authenticate-options"],
  ["POST", "/api/auth/passkey/verify-authentication"],
  ["POST", "/api/auth/sign-out"],
] as const;

/** Serves the sign-in library's own endpoints in use. */
export function signInRoutes(
  http: FastifyInstance,
  services: Pick<Services, "db" | "jobs" | "settings" | "log">,
): void {
  const { auth, actors } = signInOf(http);
  const { publicUrl } = services.settings;
  http.register(async (scope) => {
    recordSignIns(scope, services);
    scope.removeAllContentTypeParsers();
    scope.addContentTypeParser("*", { parseAs: "string", bodyLimit: 64 * 1024 }, (_request, body, done) =>
      done(null, body),
    );
    for (const [method, url] of signInPaths) {
      scope.route({
        method,
        url,
        exposeHeadRoute: false,
        compress: false,
        handler: async (request, reply) => {
          const leaving = url === "/api/auth/sign-out" ? await actors.find(request.headers.cookie) : null;
          const response = await auth.handler(
            toWebRequest(request, publicUrl, typeof request.body === "string" ? request.body : null),
          );
          await refuseInput(response);
          if (leaving && response.ok) await recordSignOut(services, request, leaving);
          // Applies signing out to the next request, before the database has reported it.
          actors.forget();
          return reply.send(await withoutToken(response));
        },
      });
    }
  });
}

/** `GET /api/sign-in/arrival`: the caller's step of the sign-in; being signed out is an answer too, not a refusal. */
export function arrivalRoutes(http: FastifyInstance): void {
  http.get(arrivalUrl, (request, reply) => {
    const at = request.actor ? "in" : (request.arriving?.step ?? "out");
    return reply.header("cache-control", "no-store").send({ at });
  });
}
