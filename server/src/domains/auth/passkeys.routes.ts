import { limits } from "@deskhand/contract/limits";
import { isAPIError } from "better-auth/api";
import { fail } from "../../platform/fail.ts";
import { api } from "../../platform/http/api.ts";
import { record } from "../audit/index.ts";
import type { OpenSignIn } from "./open-sign-in.ts";
import { ownPasskeys } from "./passkeys/own-passkeys.ts";
import { tellPerson } from "./tell-person.ts";
import { withReauthentication } from "./two-factor/with-reauthentication.ts";

/** The endpoints of one's own passkeys. */
export function passkeyRoutes(signIn: OpenSignIn) {
  const { passkeys } = api;
  return {
    list: passkeys.list.handler(({ context: { request } }) => ownPasskeys(signIn, request).list()),
    begin: passkeys.begin.handler(async ({ context, input }) => {
      const { request, reply } = context;
      const own = ownPasskeys(signIn, request);
      if ((await own.list()).items.length >= limits.passkeys) throw fail("too_many_passkeys");
      // The library stores the challenge itself, so nothing is left for the transaction.
      await withReauthentication(signIn, context, input, async () => undefined);
      const { options, cookies } = await own.begin();
      reply.header("set-cookie", cookies);
      return { options };
    }),
    add: passkeys.add.handler(async ({ context, input }) => {
      const { actor, request, withTenant } = context;
      const own = ownPasskeys(signIn, request);
      if ((await own.list()).items.length >= limits.passkeys) throw fail("too_many_passkeys");
      await withTenant(async (tx) => {
        await record(tx, actor.userId, "account.passkey-added", { id: actor.userId, label: input.name });
        await tellPerson(tx, context, { notice: "passkey_added", name: input.name });
        // Last, because the library commits it by itself: everything else that can fail is done by then.
        await own.add(input.name, input.response).catch(refused);
      });
      return own.list();
    }),
    rename: passkeys.rename.handler(async ({ context, input: { id, name, ...proof } }) => {
      const own = ownPasskeys(signIn, context.request);
      await own.find(id);
      await withReauthentication(signIn, context, proof, async () => own.rename(id, name));
      return own.list();
    }),
    remove: passkeys.remove.handler(async ({ context, input: { id, ...proof } }) => {
      const own = ownPasskeys(signIn, context.request);
      const { name } = await own.find(id);
      await withReauthentication(signIn, context, proof, async (tx) => {
        const { userId } = context.actor;
        await record(tx, userId, "account.passkey-removed", { id: userId, label: name });
        await tellPerson(tx, context, { notice: "passkey_removed", name });
        await own.remove(id);
      });
      return own.list();
    }),
  };
}

/** Reports that the passkey was refused; the details are between browser and library, and the person tries again. */
function refused(error: unknown): never {
  if (isAPIError(error)) throw fail("passkey_refused");
  throw error;
}
