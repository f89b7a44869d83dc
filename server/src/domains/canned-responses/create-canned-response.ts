import type { CannedResponse, CannedResponseInput } from "@deskhand/contract/canned-responses";
import { limits } from "@deskhand/contract/limits";
import type { TenantTx } from "../../platform/db/tenant.ts";
import { fail } from "../../platform/fail.ts";
import type { Actor } from "../../platform/http/context.ts";
import { countActive, insertResponse, lockAdding, selectResponse } from "./canned-responses.queries.ts";

type NewResponse = CannedResponseInput & { idempotencyKey: string };

/** Adds a response for everybody of the store, once for a key: it becomes the response's id. */
export async function createCannedResponse(
  tx: TenantTx,
  actor: Actor,
  { idempotencyKey: id, ...fields }: NewResponse,
): Promise<CannedResponse> {
  // Several at once could pass the limit together.
  await lockAdding(tx);
  const earlier = await selectResponse(tx, id);
  if (earlier) return earlier;
  if ((await countActive(tx)) >= limits.cannedResponses) throw fail("too_many_canned_responses");
  await insertResponse(tx, { ...fields, id, createdBy: actor.userId });
  const made = await selectResponse(tx, id);
  if (!made) throw fail("canned_response_not_found");
  return made;
}
