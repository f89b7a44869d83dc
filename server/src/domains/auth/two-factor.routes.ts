import { fail } from "../../platform/fail.ts";
import { api } from "../../platform/http/api.ts";
import type { ActorContext } from "../../platform/http/context.ts";
import { record } from "../audit/index.ts";
import { setTwoFactorRequired } from "../tenants/index.ts";
import type { OpenSignIn } from "./open-sign-in.ts";
import { ownSignIn } from "./own-sign-in.ts";
import { recordSignIn } from "./sign-ins/record-sign-ins.ts";
import { tellPerson } from "./tell-person.ts";
import {
  beginTwoFactor,
  confirmTwoFactor,
  endTwoFactor,
  readTwoFactor,
  renewRecoveryCodes,
} from "./two-factor/two-factor.ts";
import { enterCode, withReauthentication, wrongCode } from "./two-factor/with-reauthentication.ts";

/** The endpoints of a sign-in's second step and of its setup. */
export function twoFactorRoutes(signIn: OpenSignIn) {
  const { twoFactor } = api;
  return {
    step: twoFactor.step.handler(({ context: { actor } }) => ({ step: actor.step, email: actor.email })),
    enter: twoFactor.enter.handler(async ({ context, input }) => {
      const { actor, withTenant } = context;
      if (actor.step !== "code") return { step: actor.step };
      const own = await ownSignIn(signIn, context.request);
      const found = await withTenant((tx) => enterCode(tx, context, input.code));
      if (found.proof === null) throw fail("input_invalid", { fields: { code: [wrongCode] } });
      const { cookies } = await own.prove({ proof: found.proof, ...(input.trustsBrowser && { trust: "this" }) });
      const way = found.proof === "code" ? "code" : "recovery code";
      await withTenant((tx) => recordSignIn(tx, actor.userId, way));
      context.reply.header("set-cookie", cookies);
      return { step: null };
    }),
    look: twoFactor.look.handler(async ({ context }) => look(signIn, context)),
    confirm: twoFactor.confirm.handler(async ({ context, input }) => {
      const own = await ownSignIn(signIn, context.request);
      const recoveryCodes = await context.withTenant(async (tx) => {
        const codes = await confirmTwoFactor(tx, context.actor, input.code, keptBy(context));
        if (codes) await tellPerson(tx, context, { notice: "two_factor_on" });
        return codes;
      });
      if (!recoveryCodes) throw fail("input_invalid", { fields: { code: [wrongCode] } });
      const { cookies } = await own.prove({ proof: "code", endsOthers: true, trust: "none" });
      context.reply.header("set-cookie", cookies);
      signIn.actors.forget(context.actor.userId);
      return { recoveryCodes };
    }),
    renewRecoveryCodes: twoFactor.renewRecoveryCodes.handler(async ({ context, input }) => {
      const recoveryCodes = await withReauthentication(signIn, context, input, async (tx) => {
        const codes = await renewRecoveryCodes(tx, context.actor, keptBy(context));
        await tellPerson(tx, context, { notice: "recovery_codes_renewed" });
        return codes;
      });
      return { recoveryCodes };
    }),
    end: twoFactor.end.handler(async ({ context, input }) => {
      await withReauthentication(signIn, context, input, async (tx) => {
        await endTwoFactor(tx, context.actor);
        await tellPerson(tx, context, { notice: "two_factor_off" });
      });
      await (await ownSignIn(signIn, context.request)).trustNoBrowser();
      return look(signIn, context);
    }),
    begin: twoFactor.begin.handler(({ context, input }) =>
      withReauthentication(signIn, context, input, (tx) => beginTwoFactor(tx, context.actor, keptBy(context))),
    ),
    require: twoFactor.require.handler(({ context: { actor, withTenant }, input: { isRequired } }) =>
      withTenant(async (tx) => {
        // An admin who requires it without having it would be the first to be locked out.
        if (isRequired && !(await readTwoFactor(tx, actor)).isOn) throw fail("two_factor_first");
        if (await setTwoFactorRequired(tx, isRequired)) {
          await record(tx, actor.userId, isRequired ? "team.two-factor-required" : "team.two-factor-optional", null);
        }
        return { isRequired };
      }),
    ),
  };
}

function keptBy({ services }: Pick<ActorContext, "services">) {
  return { secret: services.settings.secret, now: Date.now() };
}

async function look(signIn: OpenSignIn, { actor, request, withTenant }: ActorContext) {
  const own = await ownSignIn(signIn, request);
  return { ...(await withTenant((tx) => readTwoFactor(tx, actor))), hasPassword: await own.hasPassword() };
}
