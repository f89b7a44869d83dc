import { limits } from "@deskhand/contract/limits";
import type { TenantTx } from "../../../platform/db/tenant.ts";
import { fail } from "../../../platform/fail.ts";
import type { Actor } from "../../../platform/http/context.ts";
import { unseal } from "../../../platform/seal.ts";
import { record } from "../../audit/index.ts";
import { stepOfCode } from "./app-codes.ts";
import { hashRecoveryCode } from "./recovery-codes.ts";
import { sealedFor } from "./sealed-for.ts";
import { lockSecondFactor, type SecondFactor, updateSecondFactor } from "./second-factors.queries.ts";

type Found = { proof: "code" } | { proof: "recovery-code"; left: number } | { proof: null; isLastTry: boolean };

/**
 * Whether this is the code of the person's app, or one of their recovery codes; each counts once. A wrong one is kept, so
 * it is returned instead of thrown: after five in 15 minutes none is tried, by any number of processes.
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
  const left = factor.recovery_hashes.filter((each) => each !== hash);
  if (left.length === factor.recovery_hashes.length) {
    return { proof: null, isLastTry: await takeWrongCode(tx, factor, now) };
  }
  await updateSecondFactor(tx, userId, { recovery_hashes: left, wrong_codes: 0 });
  await record(tx, userId, "account.recovery-code-used", userId, { left: left.length });
  return { proof: "recovery-code", left: left.length };
}

/** Fails when too many wrong codes were tried lately. */
export function refuseAfterWrongCodes(factor: SecondFactor, now: number): void {
  if (wrongLately(factor, now) >= limits.wrongCodes) throw fail("too_many_codes");
}

/** Counts a wrong code; true when it was the last that is tried for a while. */
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
