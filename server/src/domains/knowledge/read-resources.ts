import type { Resource, ResourceDetail, ResourceFilter, ResourceList } from "@deskhand/contract/knowledge";
import { timestamp } from "@deskhand/contract/page";
import { accessLevelsOf, type ResourceUse } from "@deskhand/contract/vocabulary";
import * as z from "zod";
import type { Read, TenantTx } from "../../platform/db/tenant.ts";
import { fail } from "../../platform/fail.ts";
import type { Actor } from "../../platform/http/context.ts";
import { readCursor, writeCursor } from "../../platform/http/list-cursor.ts";
import { goesAsFile } from "./knowledge.policy.ts";
import {
  countUse,
  type ResourceCursor,
  resourceListQuery,
  resourceQuery,
  selectForReply,
} from "./knowledge.queries.ts";

type Reader = Pick<Actor, "role">;
/** The base of links to files. */
export type Site = { publicUrl: string };
type Page = ResourceFilter & { cursor?: string | undefined; limit: number };

const cursorSchema = z
  .tuple([z.number(), timestamp, z.uuid()])
  .transform(([weight, updatedAt, id]): ResourceCursor => ({ weight, updatedAt, id }));

/** Lists one page of matching resources the reader may see, with counts (docs/product.md#resources). */
export async function listResources(
  read: Read,
  { role }: Reader,
  { publicUrl }: Site,
  { cursor, limit, ...filter }: Page,
): Promise<ResourceList> {
  const after = readCursor(cursor, cursorSchema);
  const levels = accessLevelsOf(role);
  const [row] = await read(resourceListQuery({ ...filter, levels, publicUrl, after, limit: limit + 1 }));
  if (!row) throw new Error("An aggregate always has a row");
  const { page, ...counts } = row;
  const items = page.slice(0, limit);
  const last = page.length > limit ? items.at(-1) : undefined;
  return { ...counts, items: items.map(({ resource }) => resource), nextCursor: last ? cursorAfter(last) : null };
}

function cursorAfter({ resource: { updatedAt, id }, weight }: { resource: Resource; weight: number }): string {
  return writeCursor([weight, updatedAt, id]);
}

/** Reads one resource with its text. */
export async function getResource(
  read: Read,
  { role }: Reader,
  { publicUrl }: Site,
  id: string,
): Promise<ResourceDetail> {
  const [row] = await read(resourceQuery({ id, levels: accessLevelsOf(role), publicUrl }));
  if (!row) throw fail("resource_not_found", { ids: [id] });
  return { ...row.resource, content: row.content };
}

/** Reads one resource within the transaction. */
export function loadResource(tx: TenantTx, reader: Reader, site: Site, id: string): Promise<ResourceDetail> {
  return getResource(async (query) => (await tx.executeQuery(query)).rows, reader, site, id);
}

/** Reads a resource just written by the caller, even if it is above their own level. */
export function loadWritten(tx: TenantTx, site: Site, id: string): Promise<ResourceDetail> {
  return loadResource(tx, { role: "admin" }, site, id);
}

/** Counts a use of a resource, and returns the resource afterwards. */
export async function recordUse(
  tx: TenantTx,
  reader: Reader,
  site: Site,
  { id, kind }: { id: string; kind: ResourceUse },
): Promise<ResourceDetail> {
  await countUse(tx, { id, levels: accessLevelsOf(reader.role), kind });
  return loadResource(tx, reader, site, id);
}

type ReplyFile = { fileId: string; filename: string; contentType: string; size: number };

/**
 * The files to send with a reply for its attached resources (a private resource's file itself is sent). Fails with
 * those that are gone, or no longer open to the sender.
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
