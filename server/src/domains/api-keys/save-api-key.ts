import { permissionsOf } from "@deskhand/contract/permissions";
import { apiKeyLimits } from "@deskhand/contract/programs/api-key-limits";
import { type ApiKeyScope, apiKeyScopes } from "@deskhand/contract/programs/api-key-scopes";
import type { ApiKey } from "@deskhand/contract/programs/api-keys";
import { lockName } from "../../platform/db/lock-name.ts";
import type { TenantTx } from "../../platform/db/tenant.ts";
import { emit } from "../../platform/events.ts";
import { fail, failKeyUsed } from "../../platform/fail.ts";
import type { Actor } from "../../platform/http/context.ts";
import { record } from "../audit/index.ts";
import { begin, newApiKey, newPublicPart } from "./api-key.ts";
import {
  type ApiKeyRow,
  countOtherKeys,
  insertApiKey,
  narrowScopes,
  replaceKeySecret,
  revokeApiKey,
  selectApiKey,
  selectApiKeys,
  selectKeyMaker,
  selectKeysOfMaker,
  updateApiKey,
} from "./api-keys.queries.ts";

type Definition = { name: string; scopes: ApiKeyScope[]; ranges: string[]; endsAt: string | null };
/** The whole key, which is shown this once. */
type ShownKey = { apiKey: ApiKey; key: string };

/** Lists the store's keys that are not revoked. */
export async function listApiKeys(tx: TenantTx): Promise<ApiKey[]> {
  return (await selectApiKeys(tx)).map(present);
}

async function findApiKey(tx: TenantTx, id: string): Promise<ApiKeyRow> {
  const found = await selectApiKey(tx, id);
  if (!found) throw fail("api_key_not_found");
  return found;
}

function present({ publicPart, makerName, hasLeft, lastUsedAt, lastUsedFrom, ...row }: ApiKeyRow): ApiKey {
  return {
    ...row,
    begins: publicPart && begin(publicPart),
    madeBy: { name: makerName, hasLeft },
    lastUse: lastUsedAt === null ? null : { at: lastUsedAt, from: lastUsedFrom ?? "" },
  };
}

/**
 * Makes a key (docs/product.md#api-keys). Its secret is kept nowhere, so a second request with the same id, whose answer may have been
 * lost, gives the unused key another one.
 */
export async function createApiKey(
  tx: TenantTx,
  actor: Actor,
  { idempotencyKey: id, ...wanted }: Definition & { idempotencyKey: string },
): Promise<ShownKey> {
  const definition = checked(actor, wanted);
  await lockName(tx, "api-keys");
  const earlier = await selectKeyMaker(tx, id);
  if (earlier) {
    if (earlier.id !== actor.userId || !earlier.isUnused) throw failKeyUsed();
    return replaceSecret(tx, id, earlier.publicPart, 0);
  }
  const { count, isTaken } = await countOtherKeys(tx, definition.name, id);
  if (isTaken) throw fail("api_key_name_taken");
  if (count >= apiKeyLimits.apiKeys) throw fail("too_many_api_keys");
  const publicPart = newPublicPart();
  const { key, secretHash } = newApiKey(publicPart);
  await insertApiKey(tx, { ...definition, id, userId: actor.userId, publicPart, secretHash });
  await record(tx, actor.userId, "settings.api-key-made", { id, label: definition.name }, detailsOf(definition));
  await emit(tx, "api-keys.changed", {});
  return { apiKey: present(await findApiKey(tx, id)), key };
}

/** Changes a key's name, scopes, end and addresses; the key itself stays as it is. */
export async function changeApiKey(
  tx: TenantTx,
  actor: Actor,
  { id, ...wanted }: Definition & { id: string },
): Promise<ApiKey> {
  const definition = checked(actor, wanted);
  await lockName(tx, "api-keys");
  await findApiKey(tx, id);
  if ((await countOtherKeys(tx, definition.name, id)).isTaken) throw fail("api_key_name_taken");
  await updateApiKey(tx, id, definition);
  await record(tx, actor.userId, "settings.api-key-changed", { id, label: definition.name }, detailsOf(definition));
  await emit(tx, "api-keys.changed", {});
  return present(await findApiKey(tx, id));
}

/** Gives a key another secret; the one before stays good for so many hours. */
export async function rotateApiKey(
  tx: TenantTx,
  { userId }: Actor,
  { id, overlapHours }: { id: string; overlapHours: number },
): Promise<ShownKey> {
  await lockName(tx, "api-keys");
  const { name, publicPart } = await findApiKey(tx, id);
  const shown = await replaceSecret(tx, id, publicPart, overlapHours);
  await record(tx, userId, "settings.api-key-rotated", { id, label: name }, { overlapHours });
  await emit(tx, "api-keys.changed", {});
  return shown;
}

async function replaceSecret(
  tx: TenantTx,
  id: string,
  publicPart: string | null,
  overlapHours: number,
): Promise<ShownKey> {
  const part = publicPart ?? newPublicPart();
  const { key, secretHash } = newApiKey(part);
  await replaceKeySecret(tx, id, { publicPart: part, secretHash }, overlapHours);
  return { apiKey: present(await findApiKey(tx, id)), key };
}

/** Revokes a key for good. */
export async function removeApiKey(tx: TenantTx, { userId }: Actor, id: string): Promise<{ id: string }> {
  const { name } = await findApiKey(tx, id);
  await revokeApiKey(tx, id);
  await record(tx, userId, "settings.api-key-revoked", { id, label: name });
  await emit(tx, "api-keys.changed", {});
  return { id };
}

/** Takes from somebody's keys what their role may do no more. Keys of who left or is inactive go on as the store's. */
export async function narrowKeysOf(tx: TenantTx, { userId }: { userId: string }): Promise<void> {
  for (const { id, name, role, scopes } of await selectKeysOfMaker(tx, userId)) {
    const kept = scopes.filter((scope) => permissionsOf[role].includes(scope));
    if (kept.length === scopes.length) continue;
    await narrowScopes(tx, id, kept);
    const lost = scopes.filter((scope) => !kept.includes(scope));
    await record(tx, null, "settings.api-key-narrowed", { id, label: name }, { scopes: lost.join(" ") });
    await emit(tx, "api-keys.changed", {});
  }
}

/** The definition with each scope once; refused if the maker lacks one of them. */
function checked({ can }: Actor, definition: Definition): Definition {
  const beyond = definition.scopes.find((scope) => !can.includes(scope));
  if (beyond) {
    const words = `You may not do this yourself, so no key of yours may: ${apiKeyScopes[beyond]}`;
    throw fail("input_invalid", { fields: { scopes: [words] } });
  }
  return { ...definition, scopes: [...new Set(definition.scopes)], ranges: [...new Set(definition.ranges)] };
}

function detailsOf({ scopes, ranges, endsAt }: Definition): Record<string, string> {
  return { scopes: scopes.join(" "), addresses: ranges.join(" "), ends: endsAt ?? "" };
}
