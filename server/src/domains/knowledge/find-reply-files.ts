import { accessLevelsOf } from "@deskhand/contract/vocabulary";
import type { TenantTx } from "../../platform/db/tenant.ts";
import { fail } from "../../platform/fail.ts";
import type { Actor } from "../../platform/http/context.ts";
import { goesAsFile } from "./knowledge.policy.ts";
import { selectForReply } from "./knowledge.queries.ts";

export type ReplyFile = { fileId: string; filename: string; contentType: string; size: number };

/**
 * The files that go with a reply for the resources attached to it (product decision: a private resource's file itself is
 * sent). Fails with those that are gone, or are not open to the sender any more.
 */
export async function findReplyFiles(
  tx: TenantTx,
  { role }: Pick<Actor, "role">,
  { resourceIds, content }: { resourceIds: readonly string[]; content: string },
): Promise<ReplyFile[]> {
  if (resourceIds.length === 0) return [];
  const found = await selectForReply(tx, resourceIds, accessLevelsOf(role));
  const missing = resourceIds.filter((id) => !found.some((resource) => resource.id === id));
  if (missing.length > 0) throw fail("resource_not_found", { ids: missing });
  return found.flatMap((row) => {
    const { file_id: fileId, file_name: fileName, content_type: contentType, file_size: size, file_url: fileUrl } = row;
    if (fileId === null || fileName === null || contentType === null || size === null || fileUrl === null) return [];
    const goes = goesAsFile({ isPublic: row.is_public, fileName, fileUrl }, content);
    return goes ? [{ fileId, filename: fileName, contentType, size }] : [];
  });
}
