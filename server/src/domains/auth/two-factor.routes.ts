import type { TenantTx } from "../../platform/db/tenant.ts";
import { fail } from "../../platform/fail.ts";
import { api } from "../../platform/http/api.ts";
import type { ActorContext } from "../../platform/http/context.ts";
import { record } from "../audit/index.ts";
import { setTwoFactorRequired } from "../tenants/index.ts";
import type { OpenSignIn } from "./open-sign-in.ts";
import { ownSignIn } from "./own-sign-in.ts";
import { checkPassword } from "./passwords/own-password.ts";
import { recordSignIn } from "./sign-ins/record-sign-ins.ts";
import { tellPerson } from "./tell-person.ts";
import { checkCode } from "./two-factor/check-code.ts";
import {
  beginTwoFactor,
  confirmTwoFactor,
  endTwoFactor,
  lookAtTwoFactor,
  renewRecoveryCodes,
} from "./two-factor/two-factor.ts";

const wrongCode = "This code is not right, or was used before";

/** The endpoints of a sign-in's second step, and of setting it up. */
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
      await withTenant((tx) => recordSignIn(tx, actor.userId));
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
      const recoveryCodes = await asOneself(signIn, context, input, async (tx) => {
        const codes = await renewRecoveryCodes(tx, context.actor, keptBy(context));
        await tellPerson(tx, context, { notice: "recovery_codes_renewed" });
        return codes;
      });
      return { recoveryCodes };
    }),
    end: twoFactor.end.handler(async ({ context, input }) => {
      await asOneself(signIn, context, input, async (tx) => {
        await endTwoFactor(tx, context.actor);
        await tellPerson(tx, context, { notice: "two_factor_off" });
      });
      await (await ownSignIn(signIn, context.request)).trustNoBrowser();
      return look(signIn, context);
    }),
    begin: twoFactor.begin.handler(async ({ context, input }) => {
      const own = await ownSignIn(signIn, context.request);
      const begun = await context.withTenant(async (tx) =>
        (await checkPassword(tx, context.actor.userId, own, input.password))
          ? beginTwoFactor(tx, context.actor, keptBy(context))
          : null,
      );
      if (!begun) throw wrongPassword();
      return begun;
    }),
    require: twoFactor.require.handler(({ context: { actor, withTenant }, input: { isRequired } }) =>
      withTenant(async (tx) => {
        // Who asks it of others without having it would be the first who is kept out.
        if (isRequired && !(await lookAtTwoFactor(tx, actor)).isOn) throw fail("two_factor_first");
        if (await setTwoFactorRequired(tx, isRequired)) {
          await record(tx, actor.userId, isRequired ? "team.two-factor-required" : "team.two-factor-optional", null);
        }
        return { isRequired };
      }),
    ),
  };
}

const wrongPassword = () => fail("input_invalid", { fields: { password: ["This is not your password"] } });

function keptBy({ services }: Pick<ActorContext, "services">) {
  return { secret: services.settings.secret, now: Date.now() };
}

async function look(signIn: OpenSignIn, { actor, request, withTenant }: ActorContext) {
  const own = await ownSignIn(signIn, request);
  return { ...(await withTenant((tx) => lookAtTwoFactor(tx, actor))), hasPassword: await own.hasPassword() };
}

async function enterCode(tx: TenantTx, context: ActorContext, code: string) {
  const found = await checkCode(tx, context.actor, code, keptBy(context));
  if (found.proof === null && found.isLastTry) await tellPerson(tx, context, { notice: "wrong_codes" });
  if (found.proof === "recovery-code")
    await tellPerson(tx, context, { notice: "recovery_code_used", left: found.left });
  return found;
}

/** Does what a session alone must not do, once the person said their password; who has none, a code of the second factor. */
async function asOneself<T>(
  signIn: OpenSignIn,
  context: ActorContext,
  { password, code }: { password: string; code?: string | undefined },
  work: (tx: TenantTx) => Promise<T>,
): Promise<T> {
  const own = await ownSignIn(signIn, context.request);
  const hasPassword = await own.hasPassword();
  const outcome = await context.withTenant(async (tx) => {
    const isOneself = hasPassword
      ? await checkPassword(tx, context.actor.userId, own, password)
      : (await enterCode(tx, context, code ?? "")).proof !== null;
    return isOneself ? { done: await work(tx) } : null;
  });
  if (outcome) return outcome.done;
  throw hasPassword ? wrongPassword() : fail("input_invalid", { fields: { code: [wrongCode] } });
}
