import { isDeepStrictEqual } from "node:util";
import type { CannedResponse, CannedResponseInput } from "@deskhand/contract/canned-responses";
import { limits } from "@deskhand/contract/limits";
import { newId } from "../../platform/db/ids.ts";
import { lockName } from "../../platform/db/lock-name.ts";
import type { TenantTx } from "../../platform/db/tenant.ts";
import { fail, failKeyUsed } from "../../platform/fail.ts";
import type { Actor, Caller } from "../../platform/http/context.ts";
import {
  countActive,
  insertResponse,
  isTeamOf,
  type StoredResponse,
  selectActive,
  selectMaker,
  selectResponse,
  updateResponse,
  type Viewer,
} from "./canned-responses.queries.ts";
import { selectUses } from "./macros.queries.ts";

/** Lists the responses that a person may see, for admins with how often they are used; a program sees those of the store and its teams. */
export async function listCannedResponses(tx: TenantTx, actor: Caller): Promise<CannedResponse[]> {
  return withUses(tx, actor, await selectActive(tx, viewerOf(actor)));
}

/** Which responses somebody may see, and edit. */
export function viewerOf({ kind, userId, can }: Caller): Viewer {
  return { userId, seesTeams: kind === "key" || can.includes("teams:manage") };
}

async function withUses(tx: TenantTx, { can }: Caller, responses: StoredResponse[]): Promise<CannedResponse[]> {
  if (!can.includes("canned-responses:see-use")) return responses.map((response) => ({ ...response, uses: null }));
  const uses = await selectUses(tx);
  return responses.map((response) => ({ ...response, uses: uses.get(response.id) ?? { thisMonth: 0, ever: 0 } }));
}

async function findResponse(tx: TenantTx, actor: Actor, id: string): Promise<CannedResponse> {
  const response = await selectResponse(tx, viewerOf(actor), id);
  const [found] = response ? await withUses(tx, actor, [response]) : [];
  if (!found) throw fail("canned_response_not_found");
  return found;
}

type NewResponse = CannedResponseInput & { isOwn: boolean; teamId: string | null; idempotencyKey: string };

/**
 * Creates a response for the whole store, a team or oneself. The idempotency key becomes its id, so a repeated request creates it once.
 */
export async function createCannedResponse(
  tx: TenantTx,
  actor: Actor,
  { idempotencyKey: id, isOwn, teamId, actions = [], ...fields }: NewResponse,
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
  await refuseOtherTeam(tx, actor, teamId);
  await insertResponse(tx, { ...fields, actions, id, createdBy: actor.userId, ownerId, teamId });
  return findResponse(tx, actor, id);
}

async function refuseOtherTeam(tx: TenantTx, actor: Actor, teamId: string | null): Promise<void> {
  if (teamId !== null && !(await isTeamOf(tx, viewerOf(actor), teamId))) throw fail("team_not_found");
}

type Home = { isOwn?: false | undefined; teamId?: string | null | undefined };
type ChangedResponse = CannedResponseInput & Home & { id: string; expectedUpdatedAt: string };

/** Saves a response; refuses if somebody changed it since it was read, unless nothing would change. */
export async function updateCannedResponse(
  tx: TenantTx,
  actor: Actor,
  { id, expectedUpdatedAt, isOwn, teamId, ...changed }: ChangedResponse,
): Promise<CannedResponse> {
  await lockName(tx, "canned-responses");
  const before = await findResponse(tx, actor, id);
  const { actions = before.actions, ...fields } = changed;
  const home = homeOf(before, { isOwn, teamId });
  if (!home && isDeepStrictEqual({ ...before, ...fields, actions }, before)) return before;
  const changedMeanwhile = () => fail("canned_response_changed_meanwhile", { updatedAt: before.updatedAt });
  // Everybody's stays so: whoever names a team saw it as a team's.
  if (home && !before.isOwn && before.teamId === null) throw changedMeanwhile();
  if (home && before.isOwn && (await countActive(tx, null)) >= limits.cannedResponses) {
    throw fail("too_many_canned_responses");
  }
  await refuseOtherTeam(tx, actor, home?.teamId ?? null);
  const at = { id, expectedUpdatedAt, viewer: viewerOf(actor) };
  if (!(await updateResponse(tx, at, { ...fields, actions, home }))) throw changedMeanwhile();
  return findResponse(tx, actor, id);
}

/** The team that a response is to be of, null for everybody; undefined where it stays as it is. */
function homeOf(
  before: Pick<CannedResponse, "isOwn" | "teamId">,
  { isOwn, teamId }: Home,
): { teamId: string | null } | undefined {
  if (before.isOwn) return isOwn === false || typeof teamId === "string" ? { teamId: teamId ?? null } : undefined;
  return teamId === undefined || teamId === before.teamId ? undefined : { teamId };
}

/** Imports a store's own responses. */
export async function importCannedResponses(
  tx: TenantTx,
  responses: CannedResponseInput[],
  createdBy: string | null,
): Promise<void> {
  for (const response of responses) {
    await insertResponse(tx, {
      ...response,
      actions: response.actions ?? [],
      id: newId(),
      createdBy,
      ownerId: null,
      teamId: null,
    });
  }
}
