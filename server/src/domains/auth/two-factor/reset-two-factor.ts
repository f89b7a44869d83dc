import type { TenantTx } from "../../../platform/db/tenant.ts";
import { fail } from "../../../platform/fail.ts";
import type { ActorContext } from "../../../platform/http/context.ts";
import { askedFrom, tellPerson } from "../tell-person.ts";
import { deleteSecondFactor, endSessionsOf, lockSecondFactor } from "./second-factors.queries.ts";

/**
 * Takes the second factor of somebody of the store away, who has lost it: their sessions end, no browser of theirs is trusted any more,
 * and they are told by whom (docs/product.md#two-factors).
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
  // From which network an admin works is nobody else's business.
  const asked = { ...askedFrom(actor.calledFrom), ip: null };
  const by = { actor: { email: person.email, calledFrom: actor.calledFrom }, services };
  await tellPerson(tx, by, { notice: "two_factor_reset", name: actor.name, asked });
}
