import type { ResourceFilter, ResourceList } from "@deskhand/contract/knowledge";
import { limits } from "@deskhand/contract/limits";
import type { CompiledQuery } from "kysely";
import { rawQuery } from "../../platform/db/raw-query.ts";
import { resourceText } from "./knowledge.queries.ts";

export type ListQuery = ResourceFilter & {
  levels: readonly string[];
  /** What a file's address begins with. */
  publicUrl: string;
};

const visible = "from knowledge_articles where access_level = any ($1::text[])";

// One text for every filter: neither Kysely nor PostgreSQL compiles it twice.
const listText = `
  with found as (
    select id, place from search_knowledge($1, $2, $3, $4, $5, ${limits.searchCountCap}) with ordinality as f (id, place)
  )
  select json_build_object(
    'items', coalesce((select json_agg(${resourceText("$6")} order by f.place)
      from (select * from found where place <= ${limits.resourcesFound}) f
      join knowledge_articles k on k.id = f.id
      left join users u on u.client_id = k.client_id and u.id = k.uploaded_by), '[]'),
    'total', (select count(*) from found),
    'categories', coalesce((select json_agg(c order by c."articleCount" desc, c.category)
      from (select category, count(*) as "articleCount" ${visible} group by category) c), '[]'),
    'tags', coalesce((select json_agg(t order by t."usageCount" desc, t.tag)
      from (select tag, count(*) as "usageCount" from (select unnest(tags) as tag ${visible}) all_tags
        group by tag order by count(*) desc, tag limit ${limits.maxPageSize}) t), '[]')
  ) as list`;

/** Resources that match, with all categories and tags and how often each is used, in one statement. */
export function resourceListQuery(query: ListQuery): CompiledQuery<{ list: ResourceList }> {
  const { levels, publicUrl, search, category = null, fileType = null, tags } = query;
  const pattern = search ? `%${search.toLowerCase().replace(/[\\%_]/g, "\\$&")}%` : null;
  const values = [levels, pattern, category, fileType, tags?.length ? tags : null, publicUrl];
  return rawQuery(listText, values);
}
