import type { ResourceDetail, ResourceFilter, ResourceList } from "@deskhand/contract/knowledge";
import type { ResourceUse } from "@deskhand/contract/vocabulary";
import type { Read, TenantTx } from "../../platform/db/tenant.ts";
import { fail } from "../../platform/fail.ts";
import type { Actor } from "../../platform/http/context.ts";
import { accessLevelsOf } from "./knowledge.policy.ts";
import { countUse, resourceListQuery, resourceQuery } from "./knowledge.queries.ts";

type Reader = Pick<Actor, "role">;
/** Where links to files lead. */
type Site = { publicUrl: string };

/** The resources that match and are open to the reader, the most used first (docs/product.md#resources). */
export async function listResources(
  read: Read,
  { role }: Reader,
  { publicUrl }: Site,
  filter: ResourceFilter,
): Promise<ResourceList> {
  const [row] = await read(resourceListQuery({ ...filter, levels: accessLevelsOf(role), publicUrl }));
  return row?.list ?? { items: [], total: 0, categories: [], tags: [] };
}

/** One resource with its text. */
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

/** Counts a use of a resource, and gives it as it is after that. */
export async function recordUse(
  tx: TenantTx,
  reader: Reader,
  site: Site,
  { id, kind }: { id: string; kind: ResourceUse },
): Promise<ResourceDetail> {
  await countUse(tx, { id, levels: accessLevelsOf(reader.role), kind });
  return getResource(async (query) => (await tx.executeQuery(query)).rows, reader, site, id);
}
