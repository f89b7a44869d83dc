import type { TenantTx } from "../../../platform/db/tenant.ts";
import { fail } from "../../../platform/fail.ts";
import type { ActorContext } from "../../../platform/http/context.ts";
import type { OpenSignIn } from "../open-sign-in.ts";
import { ownSignIn } from "../own-sign-in.ts";
import { checkPassword } from "../passwords/own-password.ts";
import { tellPerson } from "../tell-person.ts";
import { checkCode } from "./check-code.ts";
import { readTwoFactor } from "./two-factor.ts";

/** The message for a code that does not count. */
export const wrongCode = "This code is not right, or was used before";

/** Checks a code and warns the person by mail where needed. */
export async function enterCode(tx: TenantTx, context: ActorContext, code: string) {
  const codeContext = { secret: context.services.settings.secret, now: Date.now() };
  const found = await checkCode(tx, context.actor, code, codeContext);
  if (found.proof === null && found.isLastTry) await tellPerson(tx, context, { notice: "wrong_codes" });
  if (found.proof === "recovery-code")
    await tellPerson(tx, context, { notice: "recovery_code_used", left: found.left });
  return found;
}

/**
 * Does what a session alone must not do, after the person's password, or a code of the second factor where they have no
 * password. A person with neither needs nothing.
 */
export async function withReauthentication<T>(
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
      : await isProvedByCode(tx, context, code);
    return isOneself ? { done: await work(tx) } : null;
  });
  if (outcome) return outcome.done;
  const fields = hasPassword ? { password: ["This is not your password"] } : { code: [wrongCode] };
  throw fail("input_invalid", { fields });
}

async function isProvedByCode(tx: TenantTx, context: ActorContext, code = ""): Promise<boolean> {
  const { isOn } = await readTwoFactor(tx, context.actor);
  return !isOn || (await enterCode(tx, context, code)).proof !== null;
}
