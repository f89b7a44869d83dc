import type { ResourceDetail, ResourceVersion } from "@deskhand/contract/knowledge";
import { accessLevels, accessLevelsOf } from "@deskhand/contract/vocabulary";
import type { TenantTx } from "../../platform/db/tenant.ts";
import { fail } from "../../platform/fail.ts";
import type { Actor } from "../../platform/http/context.ts";
import { loadResource, loadWritten, type Site } from "./read-resources.ts";
import { selectVersions } from "./save.queries.ts";
import { fieldsOf, findForEdit, refuseChanged, saveEdit } from "./save-resource.ts";

/** What a resource was before its edits, as far as both are open to the reader (docs/product.md#writing-resources). */
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
 * Brings back the words of a version, and keeps what it was before. The file stays, and the type with it; the access level
 * becomes the narrower of both, so that nothing is opened by going back.
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
