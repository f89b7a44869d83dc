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
  type StoredResponse,
  selectActive,
  selectMaker,
  selectResponse,
  updateResponse,
} from "./canned-responses.queries.ts";
import { selectUses } from "./macros.queries.ts";

/** Lists the responses that a person may see, for admins with how often they are used. */
export async function listCannedResponses(tx: TenantTx, actor: Actor): Promise<CannedResponse[]> {
  return withUses(tx, actor, await selectActive(tx, actor.userId));
}

async function withUses(tx: TenantTx, { can }: Actor, responses: StoredResponse[]): Promise<CannedResponse[]> {
  if (!can.includes("canned-responses:see-use")) return responses.map((response) => ({ ...response, uses: null }));
  const uses = await selectUses(tx);
  return responses.map((response) => ({ ...response, uses: uses.get(response.id) ?? { thisMonth: 0, ever: 0 } }));
}

async function findResponse(tx: TenantTx, actor: Actor, id: string): Promise<CannedResponse> {
  const response = await selectResponse(tx, actor.userId, id);
  const [found] = response ? await withUses(tx, actor, [response]) : [];
  if (!found) throw fail("canned_response_not_found");
  return found;
}

type NewResponse = CannedResponseInput & { isOwn: boolean; idempotencyKey: string };

/**
 * Creates a response for the whole store, or for oneself. The idempotency key becomes its id, so a repeated request creates it once.
 */
export async function createCannedResponse(
  tx: TenantTx,
  actor: Actor,
  { idempotencyKey: id, isOwn, actions = [], ...fields }: NewResponse,
): Promise<CannedResponse> {
  // Concurrent requests could pass the limit together.
  await lockName(tx, "canned-responses");
  const maker = await selectMaker(tx, id);
  if (maker && maker.id !== actor.userId) throw failKeyUsed();
  if (maker) return findResponse(tx, actor, id);
  const ownerId = isOwn ? actor.userId : null;
  const count = await countActive(tx, ownerId);
  if (isOwn && count >= limits.ownResponses) throw fail("too_many_own_responses");
  if (!isOwn && count >= limits.cannedResponses) throw fail("too_many_canned_responses");
  await insertResponse(tx, { ...fields, actions, id, createdBy: actor.userId, ownerId });
  return findResponse(tx, actor, id);
}

type ChangedResponse = CannedResponseInput & { id: string; isOwn?: false | undefined; expectedUpdatedAt: string };

/** Saves a response; refuses if somebody changed it since it was read, unless nothing would change. */
export async function updateCannedResponse(
  tx: TenantTx,
  actor: Actor,
  { id, expectedUpdatedAt, isOwn, ...changed }: ChangedResponse,
): Promise<CannedResponse> {
  await lockName(tx, "canned-responses");
  const before = await findResponse(tx, actor, id);
  const { actions = before.actions, ...fields } = changed;
  const isShared = isOwn === false && before.isOwn;
  if (!isShared && isDeepStrictEqual({ ...before, ...fields, actions }, before)) return before;
  if (isShared && (await countActive(tx, null)) >= limits.cannedResponses) throw fail("too_many_canned_responses");
  const at = { id, expectedUpdatedAt, userId: actor.userId };
  if (await updateResponse(tx, at, { ...fields, actions, isShared })) return findResponse(tx, actor, id);
  throw fail("canned_response_changed_meanwhile", { updatedAt: before.updatedAt });
}

/** Imports a store's own responses. */
export async function importCannedResponses(
  tx: TenantTx,
  responses: CannedResponseInput[],
  createdBy: string | null,
): Promise<void> {
  for (const response of responses) {
    await insertResponse(tx, { ...response, actions: response.actions ?? [], id: newId(), createdBy, ownerId: null });
  }
}
