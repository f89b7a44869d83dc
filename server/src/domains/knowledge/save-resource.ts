import { isDeepStrictEqual } from "node:util";
import type { NewResource, ResourceDetail, ResourceEdit, ResourceVersion } from "@deskhand/contract/knowledge";
import { limits } from "@deskhand/contract/limits";
import { type AccessLevel, accessLevels, accessLevelsOf } from "@deskhand/contract/vocabulary";
import { newId } from "../../platform/db/ids.ts";
import { lockName } from "../../platform/db/lock-name.ts";
import type { TenantTx } from "../../platform/db/tenant.ts";
import { emit } from "../../platform/events.ts";
import { fail } from "../../platform/fail.ts";
import type { Actor } from "../../platform/http/context.ts";
import { deleteUnusedFiles, lockFiles } from "../../platform/storage/files.ts";
import { isOpenToAll } from "./knowledge.policy.ts";
import type { ResourceFile } from "./knowledge.queries.ts";
import { loadResource, loadWritten, type Site } from "./read-resources.ts";
import {
  addResourceRow,
  deleteResourceRow,
  keepVersion,
  type LockedResource,
  lockResource,
  type ResourceFields,
  selectMadeResource,
  selectVersions,
  takeResourceUpload,
  updateResourceRow,
} from "./save.queries.ts";

/** Adds a resource, once per person and key (docs/product.md#writing-resources). */
export async function createResource(
  tx: TenantTx,
  actor: Actor,
  site: Site,
  { key, uploadId, ...written }: NewResource,
): Promise<ResourceDetail> {
  await lockName(tx, `resource ${actor.userId} ${key}`);
  const earlier = await selectMadeResource(tx, actor.userId, key);
  if (earlier) {
    // If others have since raised it above the caller's level, it counts as missing.
    const isOpen = earlier.isUntouched || accessLevelsOf(actor.role).includes(earlier.accessLevel);
    if (!isOpen) throw fail("resource_not_found", { ids: [earlier.id] });
    return loadWritten(tx, site, earlier.id);
  }
  if (written.content === null && uploadId === null) throw fail("resource_needs_content");
  const file = uploadId === null ? null : await takeFile(tx, actor, uploadId);
  const id = newId();
  await addResourceRow(tx, { ...withVisibility(written), id, key, file, createdBy: actor.userId });
  await tellChanged(tx, id, [written.accessLevel]);
  return loadWritten(tx, site, id);
}

/**
 * Saves an edit of a resource nobody else has saved since it was read, and keeps the previous version. An edit that
 * changes nothing makes no version.
 */
export async function updateResource(
  tx: TenantTx,
  actor: Actor,
  site: Site,
  { id, knownUpdatedAt, uploadId, ...edited }: ResourceEdit,
): Promise<ResourceDetail> {
  const before = await findForEdit(tx, actor, id);
  const wanted = withVisibility({ ...fieldsOf(before), ...defined(edited) });
  const isSameFile = uploadId === undefined || uploadId === before.fileId;
  if (isSameFile && isDeepStrictEqual(wanted, fieldsOf(before))) return loadWritten(tx, site, id);
  await refuseChanged(tx, site, { id, knownUpdatedAt }, before);
  const file = isSameFile ? undefined : uploadId === null ? null : await takeFile(tx, actor, uploadId);
  await saveEdit(tx, actor, id, before, wanted, file);
  return loadWritten(tx, site, id);
}

/** Deletes a resource with its versions, and its file unless a reply uses it too. */
export async function removeResource(tx: TenantTx, actor: Actor, id: string): Promise<{ id: string }> {
  const { fileId, accessLevel } = await findForEdit(tx, actor, id);
  const files = fileId === null ? [] : [fileId];
  await lockFiles(tx, files);
  await deleteResourceRow(tx, id);
  await deleteUnusedFiles(tx, files);
  await tellChanged(tx, id, [accessLevel]);
  return { id };
}

/** Locks a resource for editing; fails where the person may not see it. */
async function findForEdit(tx: TenantTx, { role }: Pick<Actor, "role">, id: string): Promise<LockedResource> {
  const found = await lockResource(tx, id, accessLevelsOf(role));
  if (!found) throw fail("resource_not_found", { ids: [id] });
  return found;
}

/** Fails with the current resource if somebody saved it since it was read. */
async function refuseChanged(
  tx: TenantTx,
  site: Site,
  { id, knownUpdatedAt }: { id: string; knownUpdatedAt: string },
  { updatedAt }: LockedResource,
): Promise<void> {
  if (Date.parse(updatedAt) === Date.parse(knownUpdatedAt)) return;
  throw fail("resource_changed_meanwhile", { current: await loadWritten(tx, site, id) });
}

/** Writes an edit of a locked resource and keeps the previous version; deletes a replaced file. */
async function saveEdit(
  tx: TenantTx,
  { userId }: Pick<Actor, "userId">,
  id: string,
  before: LockedResource,
  wanted: ResourceFields,
  file: ResourceFile | null | undefined,
): Promise<void> {
  const replaced = file === undefined || before.fileId === null ? [] : [before.fileId];
  await lockFiles(tx, replaced);
  await keepVersion(tx, id, limits.resourceVersions);
  await updateResourceRow(tx, id, wanted, file, userId);
  await deleteUnusedFiles(tx, replaced);
  await tellChanged(tx, id, [before.accessLevel, wanted.accessLevel]);
}

/** The edited fields of a resource, without the rest. */
function fieldsOf({ fileId, updatedAt, ...fields }: LockedResource): ResourceFields {
  return fields;
}

/** Makes restricted resources private. */
function withVisibility(fields: ResourceFields): ResourceFields {
  return { ...fields, isPublic: fields.isPublic && isOpenToAll(fields.accessLevel) };
}

type Defined<T> = { [K in keyof T]?: Exclude<T[K], undefined> };

function defined<T extends object>(values: T): Defined<T> {
  return Object.fromEntries(Object.entries(values).filter(([, value]) => value !== undefined)) as Defined<T>;
}

async function takeFile(tx: TenantTx, { userId }: Pick<Actor, "userId">, uploadId: string): Promise<ResourceFile> {
  const file = await takeResourceUpload(tx, userId, uploadId);
  if (!file) throw fail("resource_upload_not_found");
  return file;
}

/** Tells all screens if one of these levels is open to everybody; of others even the existence is confidential. */
async function tellChanged(tx: TenantTx, resourceId: string, levels: AccessLevel[]): Promise<void> {
  if (levels.some(isOpenToAll)) await emit(tx, "resource.changed", { resourceId });
}

/**
 * The earlier versions of a resource, as far as it and they are open to the reader (docs/product.md#writing-resources).
 */
export async function listVersions(
  tx: TenantTx,
  actor: Actor,
  site: Site,
  id: string,
): Promise<{ items: ResourceVersion[] }> {
  await loadResource(tx, actor, site, id);
  return { items: await selectVersions(tx, id, accessLevelsOf(actor.role)) };
}

/**
 * Restores a version's words and keeps the present version. File and type stay; the access level becomes the narrower
 * of both, so that restoring opens nothing.
 */
export async function restoreVersion(
  tx: TenantTx,
  actor: Actor,
  site: Site,
  { id, number, knownUpdatedAt }: { id: string; number: number; knownUpdatedAt: string },
): Promise<ResourceDetail> {
  const before = await findForEdit(tx, actor, id);
  await refuseChanged(tx, site, { id, knownUpdatedAt }, before);
  const versions = await selectVersions(tx, id, accessLevelsOf(actor.role));
  const version = versions.find((each) => each.number === number);
  if (!version) throw fail("resource_version_not_found");
  const { title, description, content, category, tags } = version;
  const { fileType } = before.fileId === null ? version : before;
  const rank = Math.max(accessLevels.indexOf(before.accessLevel), accessLevels.indexOf(version.accessLevel));
  const accessLevel = accessLevels[rank] ?? before.accessLevel;
  const isPublic = before.isPublic && accessLevel === before.accessLevel;
  const wanted = { ...fieldsOf(before), title, description, content, category, tags, fileType, accessLevel, isPublic };
  await saveEdit(tx, actor, id, before, wanted, undefined);
  return loadWritten(tx, site, id);
}
