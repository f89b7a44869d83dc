import type { TenantTx } from "../../platform/db/tenant.ts";
import { fail } from "../../platform/fail.ts";
import type { Actor } from "../../platform/http/context.ts";
import { hideResponse } from "./canned-responses.queries.ts";

/** Sets a response inactive: who used it may still ask what it said. */
export async function deleteCannedResponse(
  tx: TenantTx,
  actor: Actor,
  { id }: { id: string },
): Promise<{ id: string }> {
  if (!(await hideResponse(tx, id, actor.userId))) throw fail("canned_response_not_found");
  return { id };
}
