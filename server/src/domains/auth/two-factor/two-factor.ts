import { limits } from "@deskhand/contract/limits";
import type { TenantTx } from "../../../platform/db/tenant.ts";
import { fail } from "../../../platform/fail.ts";
import type { Actor, ActorContext } from "../../../platform/http/context.ts";
import { seal, unseal } from "../../../platform/secrets/seal.ts";
import { record } from "../../audit/index.ts";
import { isTwoFactorRequired } from "../../tenants/index.ts";
import { askedFrom, tellPerson } from "../tell-person.ts";
import { keyAddress, newKey, stepOfCode } from "./app-codes.ts";
import { hashRecoveryCode, newRecoveryCodes, refuseAfterWrongCodes, sealedFor, takeWrongCode } from "./check-code.ts";
import {
  deleteSecondFactor,
  endSessionsOf,
  keepPendingSecret,
  lockSecondFactor,
  type SecondFactor,
  selectSecondFactor,
  updateSecondFactor,
} from "./second-factors.queries.ts";

type CodeContext = { secret: string; now: number };

/**
 * Whether a person signs in with two factors, how many recovery codes are left, and whether their store requires it.
 */
export async function readTwoFactor(tx: TenantTx, { userId }: Actor) {
  const factor = await selectSecondFactor(tx, userId);
  const isOn = factor !== undefined && factor.secret !== null;
  return {
    isOn,
    recoveryCodesLeft: isOn ? factor.recovery_hashes.length : 0,
    isRequired: await isTwoFactorRequired(tx),
  };
}

/** Makes a key for an authenticator app, which counts once a code confirms it; the old one counts until then. */
export async function beginTwoFactor(tx: TenantTx, { userId, tenantId, email }: Actor, { secret }: CodeContext) {
  const key = newKey();
  await keepPendingSecret(tx, userId, seal(secret, sealedFor(tenantId), key));
  return { key, address: keyAddress(key, "Deskhand", email) };
}

/** Turns the new key on by a code of the app: returns the recovery codes, shown this once; null for a wrong code. */
export async function confirmTwoFactor(
  tx: TenantTx,
  { userId, tenantId }: Actor,
  code: string,
  { secret, now }: CodeContext,
): Promise<string[] | null> {
  const factor = await lockSecondFactor(tx, userId);
  const key = factor && isOpen(factor, now) ? unseal(secret, sealedFor(tenantId), factor.pending_secret) : null;
  if (!factor || key === null) throw fail("two_factor_not_begun");
  refuseAfterWrongCodes(factor, now);
  const step = stepOfCode(key, code.replace(/\s/g, ""), now, 0);
  if (step === null) {
    await takeWrongCode(tx, factor, now);
    return null;
  }
  const codes = newRecoveryCodes();
  await updateSecondFactor(tx, userId, {
    secret: factor.pending_secret,
    pending_secret: null,
    last_step: step,
    wrong_codes: 0,
    recovery_hashes: codes.map((code) => hashRecoveryCode(secret, userId, code)),
  });
  await record(tx, userId, "account.two-factor-on", userId);
  return codes;
}

function isOpen(factor: SecondFactor, now: number): factor is SecondFactor & { pending_secret: Buffer } {
  const { pending_secret, pending_since } = factor;
  const endsAt = Date.parse(pending_since ?? "") + limits.twoFactorSetUpMinutes * 60_000;
  return pending_secret !== null && now < endsAt;
}

/** Makes new recovery codes, which replace the old. */
export async function renewRecoveryCodes(tx: TenantTx, { userId }: Actor, { secret }: CodeContext): Promise<string[]> {
  const factor = await lockSecondFactor(tx, userId);
  if (!factor?.secret) throw fail("two_factor_off");
  const codes = newRecoveryCodes();
  await updateSecondFactor(tx, userId, {
    recovery_hashes: codes.map((code) => hashRecoveryCode(secret, userId, code)),
  });
  await record(tx, userId, "account.recovery-codes-renewed", userId);
  return codes;
}

/** Turns two-factor sign-in off, unless the store requires it. */
export async function endTwoFactor(tx: TenantTx, { userId }: Actor): Promise<void> {
  const factor = await lockSecondFactor(tx, userId);
  if (!factor?.secret) throw fail("two_factor_off");
  if (await isTwoFactorRequired(tx)) throw fail("two_factor_kept");
  await deleteSecondFactor(tx, userId);
  await record(tx, userId, "account.two-factor-off", userId);
}

/**
 * Removes the lost second factor of a person of the store: ends their sessions and trusted browsers, and tells them by
 * whom (docs/product.md#two-factors).
 */
export async function resetTwoFactor(
  tx: TenantTx,
  { actor, services }: Pick<ActorContext, "actor" | "services">,
  person: { id: string; email: string },
): Promise<void> {
  const factor = await lockSecondFactor(tx, person.id);
  if (!factor?.secret) throw fail("two_factor_off");
  await deleteSecondFactor(tx, person.id);
  await endSessionsOf(tx, person.id);
  // An admin's network is nobody else's business.
  const asked = { ...askedFrom(actor.calledFrom), ip: null };
  const by = { actor: { email: person.email, calledFrom: actor.calledFrom }, services };
  await tellPerson(tx, by, { notice: "two_factor_reset", name: actor.name, asked });
}
