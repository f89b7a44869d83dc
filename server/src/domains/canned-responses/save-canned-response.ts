import { isDeepStrictEqual } from "node:util";
import type { CannedResponse, CannedResponseInput } from "@deskhand/contract/canned-responses";
import { limits } from "@deskhand/contract/limits";
import { newId } from "../../platform/db/ids.ts";
import { lockName } from "../../platform/db/lock-name.ts";
import type { TenantTx } from "../../platform/db/tenant.ts";
import { fail, failKeyUsed } from "../../platform/fail.ts";
import type { Actor } from "../../platform/http/context.ts";
import {
  countActive,
  insertResponse,
  selectMaker,
  selectResponse,
  updateResponse,
} from "./canned-responses.queries.ts";

/** Creates a response for the whole store. The idempotency key becomes its id, so a repeated request creates it once. */
export async function createCannedResponse(
  tx: TenantTx,
  actor: Actor,
  { idempotencyKey: id, ...fields }: CannedResponseInput & { idempotencyKey: string },
): Promise<CannedResponse> {
  // Concurrent requests could pass the limit together.
  await lockName(tx, "canned-responses");
  const maker = await selectMaker(tx, id);
  if (maker && maker.id !== actor.userId) throw failKeyUsed();
  const earlier = await selectResponse(tx, id);
  if (earlier) return earlier;
  if ((await countActive(tx)) >= limits.cannedResponses) throw fail("too_many_canned_responses");
  await insertResponse(tx, { ...fields, id, createdBy: actor.userId });
  const created = await selectResponse(tx, id);
  if (!created) throw fail("canned_response_not_found");
  return created;
}

/** Saves a response; refuses if somebody changed it since it was read, unless nothing would change. */
export async function updateCannedResponse(
  tx: TenantTx,
  actor: Actor,
  { id, expectedUpdatedAt, ...fields }: CannedResponseInput & { id: string; expectedUpdatedAt: string },
): Promise<CannedResponse> {
  const saved = await updateResponse(tx, id, expectedUpdatedAt, fields, actor.userId);
  if (saved) return saved;
  const current = await selectResponse(tx, id);
  if (!current) throw fail("canned_response_not_found");
  if (isDeepStrictEqual({ ...current, ...fields }, current)) return current;
  throw fail("canned_response_changed_meanwhile", { updatedAt: current.updatedAt });
}

/** Imports a store's own responses. */
export async function importCannedResponses(
  tx: TenantTx,
  responses: CannedResponseInput[],
  createdBy: string | null,
): Promise<void> {
  for (const response of responses) await insertResponse(tx, { ...response, id: newId(), createdBy });
}
