import { createHmac, randomInt } from "node:crypto";
import { limits } from "@deskhand/contract/limits";
import type { TenantId, TenantTx } from "../../../platform/db/tenant.ts";
import { fail } from "../../../platform/fail.ts";
import type { Actor } from "../../../platform/http/context.ts";
import { deriveKey, type SealedFor, unseal } from "../../../platform/secrets/seal.ts";
import { record } from "../../audit/index.ts";
import { stepOfCode } from "./app-codes.ts";
import { lockSecondFactor, type SecondFactor, updateSecondFactor } from "./second-factors.queries.ts";

type Found = { proof: "code" } | { proof: "recovery-code"; left: number } | { proof: null; isLastTry: boolean };

/**
 * Checks a code of the person's app, or one of their recovery codes; each counts once. A wrong one is returned instead
 * of thrown, so that it is counted: after five in 15 minutes none is tried, over all processes.
 */
export async function checkCode(
  tx: TenantTx,
  { userId, tenantId }: Actor,
  code: string,
  { secret, now }: { secret: string; now: number },
): Promise<Found> {
  const factor = await lockSecondFactor(tx, userId);
  if (!factor?.secret) throw fail("two_factor_off");
  refuseAfterWrongCodes(factor, now);
  const key = unseal(secret, sealedFor(tenantId), factor.secret);
  const step = key === null ? null : stepOfCode(key, code.replace(/\s/g, ""), now, factor.last_step);
  if (step !== null) {
    await updateSecondFactor(tx, userId, { last_step: step, wrong_codes: 0 });
    return { proof: "code" };
  }
  const hash = hashRecoveryCode(secret, userId, code);
  const remaining = factor.recovery_hashes.filter((each) => each !== hash);
  if (remaining.length === factor.recovery_hashes.length) {
    return { proof: null, isLastTry: await takeWrongCode(tx, factor, now) };
  }
  await updateSecondFactor(tx, userId, { recovery_hashes: remaining, wrong_codes: 0 });
  await record(tx, userId, "account.recovery-code-used", userId, { left: remaining.length });
  return { proof: "recovery-code", left: remaining.length };
}

/** Fails after too many recent wrong codes. */
export function refuseAfterWrongCodes(factor: SecondFactor, now: number): void {
  if (wrongLately(factor, now) >= limits.wrongCodes) throw fail("too_many_codes");
}

/** Counts a wrong code; true when it was the last one tried for a while. */
export async function takeWrongCode(tx: TenantTx, factor: SecondFactor, now: number): Promise<boolean> {
  const wrong = wrongLately(factor, now) + 1;
  const change = { wrong_codes: wrong, last_wrong_at: new Date(now).toISOString() };
  await updateSecondFactor(tx, factor.user_id, change);
  await record(tx, factor.user_id, "account.code-refused", factor.user_id);
  return wrong === limits.wrongCodes;
}

function wrongLately({ wrong_codes, last_wrong_at }: SecondFactor, now: number): number {
  const isLate = last_wrong_at !== null && now - Date.parse(last_wrong_at) < limits.wrongCodesMinutes * 60_000;
  return isLate ? wrong_codes : 0;
}

/** How the keys of authenticator apps are sealed. */
export const sealedFor = (tenantId: TenantId): SealedFor => ({ tenantId, purpose: "authenticator key" });

/** Base 32 without look-alikes; 12 characters are 59 bits. */
const alphabet = "abcdefghjkmnpqrstuvwxyz23456789";
const length = 12;

/** Makes recovery codes, as "abcd-efgh-jkmn", shown once. */
export function newRecoveryCodes(): string[] {
  return Array.from({ length: limits.recoveryCodes }, () => {
    const signs = Array.from({ length }, () => alphabet[randomInt(alphabet.length)]).join("");
    return signs.replace(/(.{4})(?=.)/g, "$1-");
  });
}

/** A recovery code's stored hash, keyed by a secret outside the database, so that a copy of the tables reveals none. */
export function hashRecoveryCode(secret: string, userId: string, code: string): string {
  const bare = code.toLowerCase().replace(/[^a-z0-9]/g, "");
  return createHmac("sha256", deriveKey(secret, "recovery-codes")).update(`${userId} ${bare}`).digest("base64url");
}
